import type { orders } from '@stowage/contract/orders/orders'
import { reports, type WaitingItem } from '@stowage/contract/orders/reports'
import type { FunctionComponent } from 'react'
import { formatCount } from '../../app/format.ts'
import { codeLink, number, quantity, text, time } from '../../parts/columns.tsx'
import { Link } from '../../parts/Link.tsx'
import { Button } from '../../ui/Button.tsx'
import { Bars } from '../../ui/chart/Bars.tsx'
import { Select } from '../../ui/Select.tsx'
import { reportPage } from '../../warehouse/reports/report-page.tsx'
import type { useCan } from '../../workspace/rights.ts'
import { NumbersTable } from './NumbersTable.tsx'
import { ages, valuesText } from './words.ts'

const ageOptions = [
  { value: '', label: 'Any' },
  ...Object.entries(ages).map(([value, label]) => ({ value, label })),
]

const canSeeValues = ({ whyUnseen }: Pick<ReturnType<typeof useCan>, 'whyUnseen'>) =>
  whyUnseen('catalog.price.read') === undefined

/** Shows backorders by item and by waiting time. */
const BackorderReportPage: FunctionComponent = reportPage({
  page: '/$platform/app/reports/backorders',
  name: 'backorder-report',
  title: 'Backorders by item',
  rowsQuery: ({ age }) => ({ age }),
  filters: ({ search: { age }, filter }) => (
    <Select
      label="Age"
      value={age ?? ''}
      options={ageOptions}
      onChange={({ target }) => filter({ age: target.value || undefined })}
    />
  ),
  totals: {
    route: reports.backorderAges,
    title: 'Order lines by age',
    show: ({ ages: found }, { paths, search: { category }, whyUnseen }) => {
      const hasValues = canSeeValues({ whyUnseen })
      return (
        found.length > 0 && (
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
        )
      )
    },
  },
  route: reports.backorders,
  rows: 'items',
  rowId: ({ variantId }) => variantId,
  given: ({ whyTo, whyUnseen }) => ({
    opens: !whyTo<typeof orders.list>('order.read'),
    hasValues: canSeeValues({ whyUnseen }),
  }),
  columns: ({ paths, brief }, { opens, hasValues }) => [
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
    time('Oldest since', ({ since }) => since, brief),
    time('Promised from', ({ promisedShipAt }) => promisedShipAt, brief),
  ],
  caption: ({ zone }) => `Most order lines first, times in ${zone}`,
  empty: ({ search: { age }, filter }) => ({
    title: age === undefined ? 'No backorders' : 'No backorders of this age',
    action: age !== undefined && (
      <Button onClick={() => filter({ age: undefined })}>Show any age</Button>
    ),
  }),
})

export default BackorderReportPage
