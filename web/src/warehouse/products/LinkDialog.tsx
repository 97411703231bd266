import { variants } from '@stowage/contract/warehouse/product-variants'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { Form } from '../../parts/Form.tsx'
import type { Answer, Scan } from '../../workspace/scan/queue.ts'
import { useScan } from '../../workspace/scan/use-scan.ts'
import { Select } from '../../ui/Select.tsx'
import type { LinkCodeProps } from '../../workspace/noun.ts'
import { useCan } from '../../workspace/rights.ts'
import { useSlug } from '../../workspace/warehouses.ts'
import { ItemField } from './ItemField.tsx'
import { itemOfScan, nameOf, type NamedItem } from './items.ts'
import { unitsOf } from './quantities.ts'

/** Gives a code that nothing has to an item, over the work it was scanned for. */
export default function LinkDialog({ code, onLinked, onClose }: LinkCodeProps) {
  const slug = useSlug()
  const { why } = useCan()
  const [item, setItem] = useState<NamedItem['item']>()
  const [unit, setUnit] = useState('')
  const add = useAction(variants.addBarcode)
  const refused = add.error?.details.find(({ path }) => path === 'code')?.message

  const choose = (named: NamedItem) => {
    add.reset()
    setItem(named.item)
    setUnit(named.item.unit)
  }
  /** Another code of the same item names it as well. */
  const take = async ({ found }: Scan): Promise<Answer> => {
    const named = await itemOfScan(slug, found)
    if (!named)
      return {
        tone: 'bad',
        text: `${found.label} isn’t an item. Scan or choose an item for ${code}.`,
      }
    choose(named)
    return { tone: 'ok', text: `${code} for ${named.item.sku}?` }
  }
  useScan(take, { screen: 'link' })

  const link = () => {
    if (!item) return
    const body = { code, unit: unit === item.unit ? null : unit, isPrimary: false }
    add.mutate({ params: { slug, variantId: item.id }, body }, { onSuccess: onLinked })
  }
  return (
    <Form
      dialog={{ title: `Link ${code} to a product`, onClose }}
      submit={item ? `Link to ${item.sku}` : 'Link'}
      submitting="Linking…"
      saving={add.isPending}
      error={add.error}
      isTold={refused !== undefined}
      fallback="Couldn’t link the code"
      why={why(variants.addBarcode) ?? (item ? undefined : 'Choose a product first.')}
      onSubmit={link}
    >
      {/* The list below the field has room in the dialog, which would cut it off. */}
      <div className={item ? '' : 'sm:min-h-100'}>
        <ItemField
          slug={slug}
          label="Product"
          hint="SKU, name or another barcode"
          autoFocus
          onItem={choose}
        />
      </div>
      {item && (
        <Select
          key={item.id}
          label={`${code} identifies`}
          hint={`of ${item.sku}, ${nameOf(item)}`}
          error={refused}
          autoFocus
          value={unit}
          options={unitsOf(item).map((one) => ({ value: one.code, label: `One ${one.code}` }))}
          onChange={({ target }) => setUnit(target.value)}
        />
      )}
    </Form>
  )
}
