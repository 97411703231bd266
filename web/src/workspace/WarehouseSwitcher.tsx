import type { Warehouse as Site } from '@stowage/contract/warehouse/places'
import { Warehouse } from 'lucide-react'
import { useId } from 'react'
import { useChooseWarehouse, useWarehouse, useWarehouseInAddress } from './warehouses.ts'

const titleOf = ({ code, name, state }: Site) =>
  [code, name === code ? '' : name, state === 'archived' ? 'put away' : '']
    .filter(Boolean)
    .join(' · ')

/** Which warehouse the pages are about: the choice of it, or the name of the only one. */
export function WarehouseSwitcher() {
  const { all = [], warehouse } = useWarehouse()
  const choose = useChooseWarehouse()
  const id = useId()
  useWarehouseInAddress()
  const [first, second] = all
  // Narrow screens give it a line of the header, which is there before anything is known.
  if (!first) return <p className="min-h-5 w-full order-last sm:hidden" />
  if (!second)
    return (
      <p className="flex min-w-0 items-center gap-2 text-sm text-muted max-sm:order-last max-sm:w-full">
        <Warehouse aria-hidden size={18} className="shrink-0" />
        <span className="sr-only">Warehouse: </span>
        <span className="max-w-56 truncate">{titleOf(first)}</span>
      </p>
    )
  return (
    <div className="relative flex min-w-0 items-center max-sm:order-last max-sm:w-full">
      <label htmlFor={id} className="sr-only">
        Show
      </label>
      <Warehouse
        aria-hidden
        size={18}
        className="pointer-events-none absolute start-3 text-muted"
      />
      <select
        id={id}
        className="control w-auto! max-w-56 min-w-0 max-sm:w-full! max-sm:max-w-none! truncate ps-9! small"
        value={warehouse?.id ?? ''}
        onChange={({ target }) => choose(target.value || undefined)}
      >
        <option value="">All warehouses</option>
        {all.map((site) => (
          <option key={site.id} value={site.id}>
            {titleOf(site)}
          </option>
        ))}
      </select>
    </div>
  )
}
