import { reports } from '@stowage/contract/warehouse/reports'
import type { stockViews } from '@stowage/contract/warehouse/stock-views'
import type { FunctionComponent } from 'react'
import { formatCalendarDay } from '../../app/format.ts'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import type { useCan } from '../../workspace/rights.ts'
import { KnownWhen } from '../stock-views/KnownWhen.tsx'
import { movementColumns } from './movement-columns.tsx'
import { MovementTotals } from './MovementTotals.tsx'
import { reportPage } from './report-page.tsx'
import { TagField } from './TagField.tsx'

const itemOptions = [
  { value: 'moved', label: 'With movements' },
  { value: 'all', label: 'All in stock' },
]

type MovementAt = {
  search: { known: 'then' | 'now' }
  reply: { warehouses: readonly { endsAt: string }[] } | undefined
  isOld: boolean
  whyTo: ReturnType<typeof useCan>['whyTo']
}

/** Returns the filter of the movements behind every number; undefined where they can’t be shown. */
function movementsBehind({ search, reply, isOld, whyTo }: MovementAt) {
  if (whyTo<typeof stockViews.ledger>('stock.history.read')) return undefined
  if (search.known === 'now') return {}
  // Known then is known at the end of the period, which is another moment in another zone.
  // The rows shown until the next come end when the period before them did.
  const ends = isOld ? [] : (reply?.warehouses ?? [])
  const [end, ...otherEnds] = new Set(ends.map(({ endsAt }) => endsAt))
  return end === undefined || otherEnds.length > 0 ? undefined : { until: end }
}

/** Shows opening, in, out and closing quantity per item for a period, with movements by kind. */
const MovementPage: FunctionComponent = reportPage({
  page: '/$platform/app/reports/movement',
  name: 'movement-report',
  title: 'Stock movement',
  subtitle: 'Opening, in, out and closing quantity per SKU',
  query: ({ known, tag }) => ({ known, tag }),
  rowsQuery: ({ items }) => ({ items }),
  filters: ({ search: { tag, items }, filter }) => (
    <>
      <TagField key={tag} tag={tag} onChange={(typed) => filter({ tag: typed })} />
      <Select
        label="Items"
        value={items}
        options={itemOptions}
        onChange={({ target }) => filter({ items: target.value })}
      />
    </>
  ),
  moreFilters: ({ search, filter }) => (
    <div className="max-w-3xl">
      <KnownWhen value={search.known} onChange={(known) => filter({ known })} />
    </div>
  ),
  totals: {
    route: reports.movementTotals,
    show: ({ totals }, at) => {
      const { category, tag } = at.search
      // Movements are not told apart by unit, category or tag.
      const isAll = totals.length === 1 && category === undefined && tag === undefined
      const behind = isAll ? movementsBehind(at) : undefined
      return totals.map((total) => (
        <MovementTotals key={total.unit} total={total} {...at.days} behind={behind} />
      ))
    },
  },
  route: reports.movement,
  rows: 'items',
  rowId: ({ variantId }) => variantId,
  given: (at) => ({ ...at.days, behind: movementsBehind(at) }),
  columns: ({ paths }, given) => movementColumns({ paths, ...given }),
  caption: ({ days, search, reply }) => {
    const [zone = 'the warehouse', ...others] = new Set(
      reply?.warehouses.map(({ timezone }) => timezone),
    )
    return `${formatCalendarDay(days.since)} to ${formatCalendarDay(days.until)}, as known ${search.known}; days of ${
      others.length > 0 ? 'each warehouse' : zone
    }`
  },
  empty: ({ search, filter }) => ({
    title: search.items === 'moved' ? 'No movements in this period' : 'No stock in this period',
    action: search.items === 'moved' && (
      <Button onClick={() => filter({ items: 'all' })}>Show all in stock</Button>
    ),
  }),
})

export default MovementPage
