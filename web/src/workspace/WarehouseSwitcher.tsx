import { Warehouse } from 'lucide-react'
import { useId } from 'react'
import { useChooseWarehouse, useWarehouse, useWarehouseInAddress } from './warehouses.ts'

/** Which warehouse the pages are about; not there while there is none to choose from. */
export function WarehouseSwitcher() {
  const { all = [], warehouse } = useWarehouse()
  const choose = useChooseWarehouse()
  const id = useId()
  useWarehouseInAddress()
  if (all.length === 0) return null
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
        className="control w-auto! max-w-56 min-w-0 max-sm:w-full! max-sm:max-w-none! truncate ps-9! text-sm!"
        value={warehouse?.id ?? ''}
        onChange={({ target }) => choose(target.value || undefined)}
      >
        <option value="">All warehouses</option>
        {all.map(({ id: value, code, name }) => (
          <option key={value} value={value}>
            {name === '' || name === code ? code : `${code} · ${name}`}
          </option>
        ))}
      </select>
    </div>
  )
}
