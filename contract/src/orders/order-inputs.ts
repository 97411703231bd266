import { z } from 'zod'
import { code, id, line, paragraph } from '../fields.ts'
import { idList } from '../id-lists.ts'
import { metadata } from '../metadata.ts'
import { money, quantity } from '../warehouse/fields.ts'
import { moment } from '../moments.ts'
import { chosenItem, itemChoice } from '../warehouse/stock-inputs.ts'
import { promiseModes } from './channels.ts'
import { address, currency, orderCustomer, tags } from './customers.ts'

const lineFields = {
  /** In `unit`. */
  qty: quantity,
  /** Price of one `unit`. */
  unitPrice: money,
  /** Discount of the whole line. */
  discount: money,
  tax: money,
  note: line('Note', { max: 200 }),
  /** The shop's own id of the line. */
  externalLineId: code('Line id', { min: 1, max: 80 }),
  metadata,
}
export const optionalLine = z.object(lineFields).partial()
const oneItem = { path: ['sku'], message: 'Identify the item in exactly one way' }

const newLine = z
  .object({
    ...itemChoice,
    ...optionalLine.shape,
    qty: lineFields.qty,
    discount: lineFields.discount.default('0'),
    tax: lineFields.tax.default('0'),
    note: lineFields.note.default(''),
    metadata: metadata.default({}),
  })
  .refine(chosenItem, oneItem)

/** A line as a shop sends it; what is left out of a line that exists stays. */
const sentLine = z
  .object({ ...itemChoice, ...optionalLine.shape, qty: lineFields.qty })
  .refine(chosenItem, oneItem)

export const confirmation = z.object({
  mode: z.enum(promiseModes).optional(),
  warehouseIds: idList({ max: [50, 'Choose up to 50 warehouses'] }).optional(),
})

export const priority = z
  .int('Priority must be a whole number')
  .min(0, 'Priority must be from 0 to 9')
  .max(9, 'Priority must be from 0 to 9')

export const orderFields = {
  customerId: id.nullable(),
  priority,
  promisedShipAt: moment.nullable(),
  shipComplete: z.boolean(),
  shippingAddress: address.nullable(),
  billingAddress: address.nullable(),
  paymentState: line('Payment', { max: 40 }),
  tags,
  note: paragraph('Note', { max: 1000 }),
  /** Shipping charge, without tax. */
  shippingCharge: money,
  /** Taken off the whole order, beside the discounts of its lines. */
  orderDiscount: money,
  metadata,
}
export const mostLines = 1000
export const tooManyLines = 'An order has at most 1,000 lines'
export const newLines = z
  .array(newLine)
  .min(1, 'Add at least one line')
  .max(mostLines, tooManyLines)
export const sentLines = z
  .array(sentLine)
  .min(1, 'Add at least one line')
  .max(mostLines, tooManyLines)

const newOrderFields = z.object({
  channelId: id.optional(),
  externalId: code('External number', { min: 1, max: 80 }).optional(),
  placedAt: moment.optional(),
  currency: currency.optional(),
  customerId: orderFields.customerId.default(null),
  /** Instead of `customerId`. */
  customer: orderCustomer.optional(),
  priority: orderFields.priority.default(5),
  promisedShipAt: orderFields.promisedShipAt.default(null),
  /** Without it, as the customer is kept. */
  shipComplete: orderFields.shipComplete.optional(),
  shippingAddress: orderFields.shippingAddress.default(null),
  billingAddress: orderFields.billingAddress.default(null),
  paymentState: orderFields.paymentState.default(''),
  tags: orderFields.tags.default([]),
  note: orderFields.note.default(''),
  shippingCharge: orderFields.shippingCharge.default('0'),
  orderDiscount: orderFields.orderDiscount.default('0'),
  metadata: orderFields.metadata.default({}),
  lines: newLines,
  /** Confirms the order at once; a refusal creates nothing. */
  confirm: confirmation.optional(),
})

/** A customer is named by its id or comes with the order. */
export const hasOneCustomer = ({
  customerId,
  customer,
}: {
  customerId?: string | null | undefined
  customer?: object | undefined
}) => customer === undefined || customerId === null || customerId === undefined
export const oneCustomer = { path: ['customer'], message: 'Name the customer in one way' }

export const newOrder = newOrderFields.refine(hasOneCustomer, oneCustomer)
