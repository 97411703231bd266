import { catalog } from '@stowage/contract/warehouse/catalog'
import { useState } from 'react'
import { useAction } from '../app/api.ts'
import type { Answer, Scan } from '../scan/queue.ts'
import { useScan } from '../scan/use-scan.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Select } from '../ui/Select.tsx'
import { useCan } from '../workspace/rights.ts'
import { useSlug } from '../workspace/warehouses.ts'
import { ItemField } from './ItemField.tsx'
import { itemOfScan, nameOf, type NamedItem } from './items.ts'
import { unitsOf } from './quantities.ts'

type Props = {
  code: string
  /** It stands for an item from now on. */
  onLinked: () => void
  onClose: () => void
}

/** Gives a code that nothing has to an item, over the work it was scanned for. */
export default function LinkDialog({ code, onLinked, onClose }: Props) {
  const slug = useSlug()
  const { why } = useCan()
  const [item, setItem] = useState<NamedItem['item']>()
  const [unit, setUnit] = useState('')
  const add = useAction(catalog.addBarcode, { refresh: [catalog.variants, catalog.product] })
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
    if (!item || add.isPending || why('catalog.barcode.manage')) return
    const body = { code, unit: unit === item.unit ? null : unit, isPrimary: false }
    add.mutate({ params: { slug, variantId: item.id }, body }, { onSuccess: onLinked })
  }
  return (
    <Dialog title={`Link ${code} to a product`} onClose={onClose}>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          link()
        }}
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
        {add.error && !refused && <ErrorBox error={add.error} fallback="Couldn’t link the code" />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="primary"
            busy={add.isPending && 'Linking…'}
            why={why('catalog.barcode.manage') ?? (item ? undefined : 'Choose a product first.')}
          >
            {item ? `Link to ${item.sku}` : 'Link'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
