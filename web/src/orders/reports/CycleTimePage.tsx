import type { orders } from '@stowage/contract/orders/orders'
import {
  cycleSteps,
  reports,
  type CycleShipment,
  type CycleStep,
} from '@stowage/contract/orders/reports'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { load } from '../../app/api.ts'
import { time, word } from '../../parts/columns.tsx'
import type { Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { ExportButton } from '../../parts/ExportButton.tsx'
import { Link } from '../../parts/Link.tsx'
import { useList } from '../../parts/list.ts'
import { Page } from '../../parts/Page.tsx'
import { PagedTable } from '../../parts/PagedTable.tsx'
import { Select } from '../../ui/Select.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { NoRight } from '../../workspace/NoRight.tsx'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { useCan } from '../../workspace/rights.ts'
import { useTimes } from '../../workspace/times.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { ReportFilters } from './ReportFilters.tsx'
import { StepTimes } from './StepTimes.tsx'
import { Summary } from './Summary.tsx'
import { usePeriod } from './use-period.ts'
import { durationText, steps } from './words.ts'

const route = getRouteApi('/$platform/app/reports/cycle-time')
const stepOptions = cycleSteps.map((value) => ({ value, label: steps[value] }))

const columnsOf = (
  paths: WorkspacePaths,
  show: (at: string) => string,
  opens: boolean,
  chosen: CycleStep,
): Column<CycleShipment>[] => [
  {
    header: 'Shipment',
    cell: ({ number }) =>
      opens ? (
        <Link href={paths.shipping({ q: number })} className="link">
          {number}
        </Link>
      ) : (
        number
      ),
  },
  {
    header: 'Order',
    cell: ({ orderId, order }) =>
      opens ? (
        <Link href={paths.order(orderId)} className="link">
          {order}
        </Link>
      ) : (
        order
      ),
  },
  word('Warehouse', ({ warehouseCode }) => warehouseCode, { wide: true }),
  time('Shipped', ({ shippedAt }) => shippedAt, show),
  ...cycleSteps.map((step): Column<CycleShipment> => ({
    header: steps[step],
    align: 'end',
    ...(step === chosen ? { keep: 4 } : step !== 'total' && { wide: true as const }),
    cell: ({ [step]: took }) => (
      <span className="whitespace-nowrap tabular-nums">
        {took === null ? '-' : durationText(took)}
      </span>
    ),
  })),
]

/** How long orders took from step to step, of what was shipped in a period, and the slowest of them. */
export default function CycleTimePage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const { since, until, category, step, ...search } = route.useSearch()
  const period = usePeriod({ since, until, category })
  const { zone, brief: show } = useTimes()
  const { page, filter, pager } = useList('cycle-time', search)
  const { can, whyTo } = useCan()
  const enabled = can(reports.cycleTime)
  const times = useQuery({
    ...load(reports.cycleTime, { params: { slug }, query: period.query }),
    enabled,
  })
  const call = { params: { slug }, query: { ...period.query, step } }
  const rows = useQuery({
    ...load(reports.cycleShipments, {
      ...call,
      query: { limit: page.limit, cursor: page.cursor, ...call.query },
    }),
    placeholderData: keepPreviousData,
    enabled,
  })
  const name = useWorkspaceName(slug)
  const paths = usePaths()
  const opens = !whyTo<typeof orders.details>('order.read')
  const columns = useMemo(() => columnsOf(paths, show, opens, step), [paths, show, opens, step])
  if (!enabled)
    return (
      <Page title="Cycle time" site={name}>
        <NoRight of={reports.cycleTime} />
      </Page>
    )
  return (
    <Page
      title="Cycle time"
      site={name}
      subtitle="From placed to shipped"
      actions={
        <ExportButton
          route={reports.cycleShipments}
          call={call}
          rows="shipments"
          reply={rows.data}
        />
      }
    >
      <ReportFilters slug={slug} period={period} category={category} onChange={filter}>
        <Select
          label="Slowest in"
          value={step}
          options={stepOptions}
          onChange={({ target }) => filter({ step: target.value })}
        />
      </ReportFilters>
      <Summary title="Time per step" reply={times} isEmpty={(data) => data.steps.length === 0}>
        {(data) => (
          <StepTimes
            times={data.steps}
            hrefOf={(of) => paths.cycleTimeReport({ ...period.days, category, step: of })}
          />
        )}
      </Summary>
      <PagedTable
        caption={`Slowest from ${steps[step].toLowerCase()} first: ${period.caption}. Times in ${zone}`}
        columns={columns}
        rowId={({ shipmentId }) => shipmentId}
        reply={rows}
        pager={pager}
        fallback="Couldn’t load the report"
        empty={<EmptyState title="No shipments in this period" />}
      />
    </Page>
  )
}
