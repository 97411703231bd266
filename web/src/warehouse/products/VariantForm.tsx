import { products } from '@stowage/contract/warehouse/products'
import { type Variant, variants } from '@stowage/contract/warehouse/product-variants'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { bind } from '../../parts/FormPanel.tsx'
import { recordForm, type FieldsOf } from '../../workspace/record-form.tsx'
import { policyOptionsOr } from '../settings/pick-policies.ts'
import { variantEdit, variantTyped } from './form-values.ts'
import { Measures, measureLabels } from './Measures.tsx'
import { priceLabels, Prices } from './Prices.tsx'
import { decimalOptions, trackingOptions } from './VariantFields.tsx'
import { backorderWords } from './words.ts'

type Values = z.input<typeof variantEdit>

const backorderOptions = Object.entries(backorderWords).map(([value, label]) => ({ value, label }))
const backorderText = ({ policy, limit }: Values['backorder']) =>
  policy === 'limit' ? `${backorderWords.limit}: ${limit}` : backorderWords[policy]

function Fields({ form, record, text, select }: FieldsOf<Values, unknown, Variant>) {
  const policy = useWatch({ control: form.control, name: 'backorder.policy' })
  const unit = record?.unit ?? ''
  const onceStocked = { hint: 'Can’t be changed once there has been stock.' }
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {text('sku', { spellCheck: false, 'data-scan': 'fill' })}
        {text('name')}
        {text('options', { placeholder: 'colour: blue, size: L' })}
        {text('unit')}
        {select('qtyScale', decimalOptions, onceStocked)}
        {select('tracking', trackingOptions, onceStocked)}
        {text('reorderPoint', {
          inputMode: 'decimal',
          hint: `Stock below this many ${unit} is marked Low.`,
        })}
        {select('pickPolicy', policyOptionsOr('As released'))}
        {select('backorder.policy', backorderOptions, {
          label: labels.backorder,
          hint: 'Whether orders can wait for stock.',
        })}
        {policy === 'limit' &&
          text('backorder.limit', {
            label: 'Backorder limit',
            inputMode: 'decimal',
            hint: `At most this many ${unit} can wait for stock.`,
          })}
      </div>
      <Measures field={(name) => bind(form, name)} />
      <Prices field={(name) => bind(form, name)} />
    </>
  )
}

const labels = {
  sku: 'SKU',
  name: 'Variant name',
  options: 'Options',
  unit: 'Unit',
  qtyScale: 'Decimals',
  tracking: 'Tracking',
  reorderPoint: 'Reorder point',
  pickPolicy: 'Pick policy',
  backorder: 'Backorders',
  ...measureLabels,
  ...priceLabels,
}

/** Fields of one variant. */
export const VariantForm = recordForm({
  name: 'variant',
  schema: variantEdit,
  labels,
  update: {
    route: variants.update,
    read: products.details,
    typedOf: variantTyped,
    body: changesOf,
  },
  draft: 'variant',
  useParts: () => ({
    textOf: (key: keyof Values, values: Values) =>
      key === 'backorder' ? backorderText(values.backorder) : String(values[key]),
  }),
  fields: Fields,
})

/** What is not changed is not sent: decimals and tracking are refused once there was stock, prices need rights. */
function changesOf(values: z.output<typeof variantEdit>, variant: Variant) {
  const { qtyScale, tracking, backorder, sellPrice, purchasePrice, ...rest } = values
  const { policy, limit } = variant.backorder
  const isOtherRule = backorder.policy !== policy || backorder.limit !== limit
  return {
    ...rest,
    ...(isOtherRule && { backorder }),
    ...(qtyScale !== variant.qtyScale && { qtyScale }),
    ...(tracking !== variant.tracking && { tracking }),
    ...(sellPrice !== (variant.sellPrice ?? null) && { sellPrice }),
    ...(purchasePrice !== (variant.purchasePrice ?? null) && { purchasePrice }),
  }
}
