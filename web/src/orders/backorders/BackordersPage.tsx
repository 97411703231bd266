import { backorders, type Backorder } from '@stowage/contract/orders/backorders'
import { useMemo, useState, type FunctionComponent } from 'react'
import { useAction } from '../../app/api.ts'
import { link, nameLink, quantity, text, time, warehouse } from '../../parts/columns.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { toast } from '../../ui/toast.ts'
import { timed } from '../../workspace/list-filters.ts'
import { listPage } from '../../workspace/list-page.tsx'

const priorities = Array.from({ length: 10 }, (_, i) => String(9 - i))

/** Gives a line another priority, and what came of it. */
function usePriority(slug: string, refused: string | undefined) {
  const [error, setError] = useState<Error | null>(null)
  const { mutate } = useAction(backorders.prioritize)
  return useMemo(
    () => ({
      error,
      refused,
      give: ({ claimId: claim, number, sku }: Backorder, priority: number) => {
        setError(null)
        mutate(
          { params: { slug, claim }, body: { priority } },
          {
            onSuccess: () => toast(`${sku} in ${number} now has priority ${priority}`),
            onError: setError,
          },
        )
      },
    }),
    [slug, refused, error, mutate],
  )
}

/** Order lines that wait for stock, those that are served first at the top. */
const BackordersPage: FunctionComponent = listPage({
  page: '/$platform/app/orders/backorders',
  route: backorders.list,
  name: 'backorders',
  title: 'Backorders',
  search: 'Order number or SKU',
  filters: [
    {
      key: 'elsewhere',
      label: 'Elsewhere',
      promoted: true,
      usual: 'any',
      options: [{ value: 'available', label: 'Available' }],
    },
    { key: 'customer', label: 'Customer', linked: (first) => first?.customer ?? undefined },
    { key: 'variant', label: 'Product', linked: (first) => first?.sku },
  ],
  useGiven: ({ slug, why }) => usePriority(slug, why(backorders.prioritize)),
  columns: ({ paths, brief }, priority) => [
    link('Order', ({ orderId, number }) => [paths.order(orderId), number]),
    nameLink(
      'Customer',
      ({ customerId, customer }) =>
        customerId === null ? null : [paths.customer(customerId), customer],
      { card: 'value', grow: 'sm:min-w-32' },
    ),
    nameLink('SKU', ({ sku }) => [paths.product(sku), sku], { card: 'value', keep: 3 }),
    text('Name', ({ name }) => name, { wide: true }),
    warehouse({ card: 'value' }),
    quantity('Waiting', ({ waiting, unit }) => [waiting, unit], { card: 'number', keep: 3 }),
    quantity('Reserved', ({ reserved }) => [reserved], { wide: true }),
    quantity('Elsewhere', ({ elsewhere }) => [elsewhere], { keep: 2 }),
    quantity('Incoming', ({ incoming }) => [incoming], { wide: true }),
    {
      header: 'Priority',
      card: 'value',
      keep: 3,
      cell: (row) => (
        <select
          aria-label={`Priority of ${row.sku} in ${row.number}`}
          className="control w-auto!"
          value={String(row.priority)}
          disabled={priority.refused !== undefined}
          title={priority.refused}
          onChange={({ target }) => priority.give(row, Number(target.value))}
        >
          {priorities.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      ),
    },
    time('Ship by', ({ promisedShipAt }) => promisedShipAt, brief, { wide: true, keep: 2 }),
    time('Since', ({ since }) => since, brief, { card: 'value', sort: 'since' }),
  ],
  rowId: ({ claimId }) => claimId,
  useParts: ({ given: { error } }) => ({
    below: error && <ErrorBox error={error} fallback="Couldn’t change the priority" />,
  }),
  caption: timed('Sorted by priority'),
  noMatch: 'No backorder matches',
  none: {
    title: 'No backorders',
    text: 'All confirmed order lines have their stock reserved.',
  },
})

export default BackordersPage
