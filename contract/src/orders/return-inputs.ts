import { z } from 'zod'
import { code, id, line, paragraph } from '../fields.ts'
import { calendarDay, quantity } from '../warehouse/fields.ts'
import { chosenItem, itemChoice } from '../warehouse/stock-inputs.ts'

/** Condition of a returned item. */
export const returnConditions = ['new', 'opened', 'used', 'damaged'] as const
export type ReturnCondition = (typeof returnConditions)[number]

/** Outcomes for a returned item. */
export const dispositionKinds = [
  'restock',
  'quarantine',
  'refurbish',
  'scrap',
  'return_to_vendor',
] as const
export type DispositionKind = (typeof dispositionKinds)[number]

const newLine = z
  .object({
    /** Order line the items were shipped with; for a kit all components, or the one named by `variantId`. */
    orderLineId: id.optional(),
    ...itemChoice,
    qty: quantity,
    reasonCode: line('Reason', { min: 1, max: 40 }),
  })
  .refine(
    (given) =>
      given.orderLineId === undefined
        ? chosenItem(given)
        : given.sku === undefined && given.barcode === undefined,
    { path: ['sku'], message: 'Identify the item in exactly one way' },
  )

export const newReturn = z
  .object({
    orderId: id.optional(),
    /** Customer of a return without an order. */
    customerId: id.optional(),
    warehouseId: id.optional(),
    expectedBy: calendarDay.optional(),
    note: paragraph('Note', { max: 1000 }).default(''),
    authorize: z.boolean().default(false),
    lines: z.array(newLine).min(1, 'Add at least one line').max(200),
  })
  .refine(({ orderId, customerId }) => orderId === undefined || customerId === undefined, {
    path: ['customerId'],
    message: 'The order already has its customer',
  })

export const receivedLine = z.object({
  lineId: id,
  qty: quantity,
  condition: z.enum(returnConditions, 'Choose a condition').default('new'),
  lotCode: code('Lot', { min: 1, max: 64 }).optional(),
  serials: z
    .array(code('Serial number', { min: 1, max: 64 }))
    .max(200)
    .optional(),
})

const decidedLine = z.object({
  lineId: id,
  /** Which of the received items of the line; needed where there are several. */
  itemNo: z.int().optional(),
  condition: z.enum(returnConditions, 'Choose a condition').optional(),
  dispositions: z
    .array(
      z.object({
        disposition: z.enum(dispositionKinds, 'Choose what to do with it'),
        qty: quantity,
        /** Where it goes; of what is restocked always said. */
        locationId: id.optional(),
      }),
    )
    .max(20)
    .default([]),
})
export const decidedLines = z.array(decidedLine).max(200)
