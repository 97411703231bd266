import { Warehouse } from 'lucide-react'
import { useId } from 'react'
import { useChooseWarehouse, useWarehouse, useWarehouseInAddress } from './warehouses.ts'

type Site = NonNullable<ReturnType<typeof useWarehouse>['warehouse']>

const titleOf = ({ code, name, state }: Site) =>
  [code, name === code ? '' : name, state === 'archived' ? 'archived' : '']
    .filter(Boolean)
    .join(' · ')

/** Shows the current warehouse: a choice, or the name of the only one. */
export function WarehouseSwitcher() {
  const { all = [], warehouse } = useWarehouse()
  const choose = useChooseWarehouse()
  const id = useId()
  useWarehouseInAddress()
  const [first, second] = all
  if (!first) return null
  if (!second)
    return (
      <p className="flex min-w-0 items-center gap-2 text-sm text-muted">
        <Warehouse aria-hidden size={18} className="shrink-0" />
        <span className="sr-only">Warehouse: </span>
        <span className="max-w-56 truncate max-sm:max-w-40">{titleOf(first)}</span>
      </p>
    )
  return (
    <div className="relative flex min-w-0 items-center">
      <label htmlFor={id} className="sr-only">
        Show
      </label>
      <Warehouse
        aria-hidden
        size={18}
        className="pointer-events-none absolute start-3 text-muted max-sm:hidden"
      />
      <select
        id={id}
        className="control max-w-56 min-w-28 truncate xl:max-w-72 ps-9! max-sm:max-w-40 max-sm:ps-3! small"
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
