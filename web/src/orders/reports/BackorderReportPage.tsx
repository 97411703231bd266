import { reports, type WaitingItem } from '@stowage/contract/orders/reports'
import type { orders } from '@stowage/contract/orders/orders'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { load } from '../../app/api.ts'
import { formatCount } from '../../app/format.ts'
import { codeLink, number, quantity, text, time } from '../../parts/columns.tsx'
import type { Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { ExportButton } from '../../parts/ExportButton.tsx'
import { Link } from '../../parts/Link.tsx'
import { useList } from '../../parts/list.ts'
import { Page } from '../../parts/Page.tsx'
import { PagedTable } from '../../parts/PagedTable.tsx'
import { Button } from '../../ui/Button.tsx'
import { Bars } from '../../ui/chart/Bars.tsx'
import { Select } from '../../ui/Select.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { NoRight } from '../../workspace/NoRight.tsx'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { useCan } from '../../workspace/rights.ts'
import { useSite } from '../../workspace/site.ts'
import { useTimes } from '../../workspace/times.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { NumbersTable } from './NumbersTable.tsx'
import { ReportFilters } from './ReportFilters.tsx'
import { Summary } from './Summary.tsx'
import { ages, valuesText } from './words.ts'

const route = getRouteApi('/$platform/app/reports/backorders')
const ageOptions = [
  { value: '', label: 'Any' },
  ...Object.entries(ages).map(([value, label]) => ({ value, label })),
]

type ColumnOptions = {
  paths: WorkspacePaths
  show: (at: string) => string
  opens: boolean
  hasValues: boolean
}

const columnsOf = ({ paths, show, opens, hasValues }: ColumnOptions): Column<WaitingItem>[] => [
  codeLink('SKU', ({ sku }) => [paths.product(sku), sku]),
  text('Name', ({ name }) => name),
  quantity('Waiting', ({ waiting, unit }) => [waiting, unit], { card: 'number' }),
  {
    header: 'Order lines',
    align: 'end',
    cell: ({ lines, sku, variantId }) =>
      opens ? (
        <Link
          href={paths.backorders({ variant: variantId })}
          aria-label={`${formatCount(lines)} order lines of ${sku}`}
          className="link tabular-nums"
        >
          {formatCount(lines)}
        </Link>
      ) : (
        formatCount(lines)
      ),
  },
  ...(hasValues ? [number<WaitingItem>('Value', ({ values = [] }) => valuesText(values))] : []),
  time('Oldest since', ({ since }) => since, show),
  time('Promised from', ({ promisedShipAt }) => promisedShipAt, show),
]

/** Shows backorders by item and by waiting time. */
export default function BackorderReportPage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const { category, age, ...search } = route.useSearch()
  const { id: warehouse } = useSite()
  const { zone, brief: show } = useTimes()
  const { page, filter, pager } = useList('backorder-report', search)
  const { can, whyTo, whyUnseen } = useCan()
  const enabled = can(reports.backorders)
  const query = { warehouse, category }
  const ofAges = useQuery({
    ...load(reports.backorderAges, { params: { slug }, query }),
    enabled,
  })
  const call = { params: { slug }, query: { ...query, age } }
  const rows = useQuery({
    ...load(reports.backorders, {
      ...call,
      query: { limit: page.limit, cursor: page.cursor, ...call.query },
    }),
    placeholderData: keepPreviousData,
    enabled,
  })
  const name = useWorkspaceName(slug)
  const paths = usePaths()
  const [opens, hasValues] = [
    !whyTo<typeof orders.list>('order.read'),
    whyUnseen('catalog.price.read') === undefined,
  ]
  const columns = useMemo(
    () => columnsOf({ paths, show, opens, hasValues }),
    [paths, show, opens, hasValues],
  )
  const title = 'Backorders by item'
  if (!enabled)
    return (
      <Page title={title} site={name}>
        <NoRight of={reports.backorders} />
      </Page>
    )
  return (
    <Page
      title={title}
      site={name}
      actions={
        <ExportButton route={reports.backorders} call={call} rows="items" reply={rows.data} />
      }
    >
      <ReportFilters slug={slug} category={category} onChange={filter}>
        <Select
          label="Age"
          value={age ?? ''}
          options={ageOptions}
          onChange={({ target }) => filter({ age: target.value || undefined })}
        />
      </ReportFilters>
      <Summary title="Order lines by age" reply={ofAges} isEmpty={(data) => data.ages.length === 0}>
        {({ ages: found }) => (
          <div className="grid gap-6 lg:grid-cols-2">
            <Bars
              bars={found.map((one) => ({
                label: ages[one.age],
                way: 'in',
                value: one.lines,
                text: formatCount(one.lines),
              }))}
              summary={`Order lines by age: ${found.map((one) => `${ages[one.age]} ${one.lines}`).join('; ')}.`}
            />
            <NumbersTable
              caption="Order lines by age"
              columns={['Age', 'Order lines', ...(hasValues ? ['Value'] : [])]}
              rows={found.map((one) => ({
                key: one.age,
                cells: [
                  ages[one.age],
                  <Link
                    key="lines"
                    href={paths.backorderReport({ category, age: one.age })}
                    aria-label={`Show ${one.lines} order lines: ${ages[one.age]}`}
                    className="link"
                  >
                    {formatCount(one.lines)}
                  </Link>,
                  ...(hasValues ? [valuesText(one.values ?? [])] : []),
                ],
              }))}
            />
          </div>
        )}
      </Summary>
      <PagedTable
        caption={`Most order lines first, times in ${zone}`}
        columns={columns}
        rowId={({ variantId }) => variantId}
        reply={rows}
        pager={pager}
        fallback="Couldn’t load the report"
        empty={
          <EmptyState
            title={age === undefined ? 'No backorders' : 'No backorders of this age'}
            action={
              age !== undefined && (
                <Button onClick={() => filter({ age: undefined })}>Show any age</Button>
              )
            }
          />
        }
      />
    </Page>
  )
}
