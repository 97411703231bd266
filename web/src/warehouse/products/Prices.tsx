import { variants } from '@stowage/contract/warehouse/product-variants'
import type { bind } from '../../parts/FormPanel.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useCan } from '../../workspace/rights.ts'
import { useCurrency } from '../settings/money.ts'

export const priceLabels = { sellPrice: 'Price', purchasePrice: 'Cost' }

const fields = [
  { name: 'sellPrice', see: 'catalog.price.read', change: 'catalog.price.update' },
  { name: 'purchasePrice', see: 'catalog.cost.read', change: 'catalog.cost.update' },
] as const
type Name = (typeof fields)[number]['name']

/** Price and cost of one base unit of a variant, those the member may see; `field` ties each to its form. */
export function Prices({ field }: { field: (name: Name) => ReturnType<typeof bind> }) {
  const { why, whyUnseen } = useCan()
  const currency = useCurrency()
  const seen = fields.filter(({ see }) => whyUnseen(see) === undefined)
  if (seen.length === 0) return null
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 text-sm font-semibold">Unit price and cost</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        {seen.map(({ name, change }) => {
          const whyNot = why(variants.update, change)
          return (
            <TextField
              key={name}
              label={priceLabels[name]}
              inputMode="decimal"
              autoComplete="off"
              className="tabular-nums"
              disabled={whyNot !== undefined}
              hint={whyNot ?? (currency && `In ${currency}`)}
              {...field(name)}
            />
          )
        })}
      </div>
    </fieldset>
  )
}
