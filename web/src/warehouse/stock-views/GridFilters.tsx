import { categories as categoryRoutes } from '@stowage/contract/warehouse/categories'
import { useQuery } from '@tanstack/react-query'
import { FilterBar } from '../../parts/FilterBar.tsx'
import { SearchBox } from '../../parts/SearchBox.tsx'
import { useCan } from '../../workspace/rights.ts'
import { useSlug } from '../../workspace/warehouses.ts'
import { categoriesOf } from '../products/queries.ts'
import { categoryPaths } from '../products/words.ts'
import { useZones } from '../locations/queries.ts'

type Props = {
  warehouseId: string
  q: string | undefined
  zone: string | undefined
  place: string | undefined
  category: string | undefined
  show: 'stocked' | 'all'
  onFilter: (part: Record<string, string | undefined>) => void
}

/** Filters of the items and locations of the grid. */
export function GridFilters({ warehouseId, q, zone, place, category, show, onFilter }: Props) {
  const { can } = useCan()
  const zones = useZones().data?.items ?? []
  const categories = useQuery({
    ...categoriesOf(useSlug()),
    enabled: can(categoryRoutes.list),
  })
  return (
    <FilterBar
      q={q ?? ''}
      onChange={onFilter}
      filters={[
        {
          key: 'show',
          label: 'Show',
          promoted: true,
          none: 'In stock',
          value: show === 'all' ? 'all' : undefined,
          options: [{ value: 'all', label: 'All items and locations' }],
        },
        {
          key: 'zone',
          label: 'Zone',
          value: zone,
          promoted: true,
          options: zones
            .filter((one) => one.warehouseId === warehouseId)
            .map(({ id, code, name }) => ({ value: id, label: name || code })),
        },
        {
          key: 'category',
          label: 'Category',
          value: category,
          options: categoryPaths(categories.data?.items ?? []),
        },
      ]}
    >
      <SearchBox
        label="Search"
        placeholder="SKU or name"
        command="Search grid items"
        q={q ?? ''}
        onChange={(text) => onFilter({ q: text || undefined })}
        scan
      />
      <SearchBox
        label="Location starts with"
        placeholder="A-01"
        q={place ?? ''}
        onChange={(text) => onFilter({ place: text || undefined })}
      />
    </FilterBar>
  )
}
