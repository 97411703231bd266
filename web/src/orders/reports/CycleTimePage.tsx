import type { orders } from '@stowage/contract/orders/orders'
import { cycleSteps, reports, type CycleShipment } from '@stowage/contract/orders/reports'
import type { FunctionComponent } from 'react'
import { time, word } from '../../parts/columns.tsx'
import type { Column } from '../../parts/DataTable.tsx'
import { Link } from '../../parts/Link.tsx'
import { Select } from '../../ui/Select.tsx'
import { reportPage } from '../../warehouse/reports/report-page.tsx'
import { StepTimes } from './StepTimes.tsx'
import { durationText, steps } from './words.ts'

const stepOptions = cycleSteps.map((value) => ({ value, label: steps[value] }))

/** Shows the time from step to step of the orders shipped in a period, and the slowest of them. */
const CycleTimePage: FunctionComponent = reportPage({
  page: '/$platform/app/reports/cycle-time',
  name: 'cycle-time',
  title: 'Cycle time',
  subtitle: 'From placed to shipped',
  rowsQuery: ({ step }) => ({ step }),
  filters: ({ search: { step }, filter }) => (
    <Select
      label="Slowest in"
      value={step}
      options={stepOptions}
      onChange={({ target }) => filter({ step: target.value })}
    />
  ),
  totals: {
    route: reports.cycleTime,
    title: 'Time per step',
    show: (totals, { paths, days, search: { category } }) =>
      totals.steps.length > 0 && (
        <StepTimes
          times={totals.steps}
          hrefOf={(step) => paths.cycleTimeReport({ ...days, category, step })}
        />
      ),
  },
  route: reports.cycleShipments,
  rows: 'shipments',
  rowId: ({ shipmentId }) => shipmentId,
  given: ({ whyTo, search }) => ({
    opens: !whyTo<typeof orders.details>('order.read'),
    chosen: search.step,
  }),
  columns: ({ paths, brief }, { opens, chosen }) => [
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
    time('Shipped', ({ shippedAt }) => shippedAt, brief),
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
  ],
  caption: ({ search, period, zone }) =>
    `Slowest from ${steps[search.step].toLowerCase()} first: ${period}. Times in ${zone}`,
  empty: 'No shipments in this period',
})

export default CycleTimePage
