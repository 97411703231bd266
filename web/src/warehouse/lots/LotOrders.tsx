import { lots } from '@stowage/contract/warehouse/lots'
import { useQuery } from '@tanstack/react-query'
import { load } from '../../app/api.ts'
import { formatQuantity } from '../../app/format.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { useCan } from '../../workspace/rights.ts'

type Props = {
  slug: string
  lotId: string
  displace: boolean
  /** Undefined where nothing else is asked. */
  onDisplace: ((displace: boolean) => void) | undefined
}
type Row = { key: string; number: string; qty: string; place: string }

/** Shows the orders that have stock of a lot, and offers to take away from them what is not picked yet. */
export function LotOrders({ slug, lotId, displace, onDisplace }: Props) {
  const { why } = useCan()
  const { data } = useQuery({
    ...load(lots.inTheWay, { params: { slug, lotId } }),
    // Orders may have come since the page read them.
    refetchOnMount: 'always',
  })
  if (!data) return null
  const rowsOf = (isPicked: boolean): Row[] =>
    data.inTheWay
      .filter((claim) => claim.isPicked === isPicked)
      .map(({ reservationId, number, qty, location }) => ({
        key: `${reservationId} ${location}`,
        number: number ?? '',
        qty,
        place: ` in ${location}`,
      }))
  const reserved = data.promised.map(({ reservationId, number, waits, qty }) => ({
    key: reservationId,
    number: number ?? 'Manual reservation',
    qty: waits ?? qty,
    place: '',
  }))
  const [picked, toPick] = [rowsOf(true), rowsOf(false)]
  const mayNot = why(lots.hold, 'stock.unreserve')
  return (
    <>
      <Orders title="Picked. Put these items aside; they won’t ship." rows={picked} />
      <Orders title="To pick" rows={toPick} />
      <Orders title="Reserved" rows={reserved} />
      {onDisplace && toPick.length + reserved.length > 0 && (
        <div>
          <Checkbox
            checked={displace}
            disabled={mayNot !== undefined}
            onChange={({ target }) => onDisplace(target.checked)}
          >
            Take this stock away from orders that haven’t picked it
          </Checkbox>
          <p className="text-sm text-muted">
            {mayNot ??
              (displace
                ? 'They get other stock where there is some, and wait otherwise.'
                : 'Otherwise they keep it, but it can’t be picked or shipped until it is released.')}
          </p>
        </div>
      )}
    </>
  )
}

function Orders({ title, rows }: { title: string; rows: readonly Row[] }) {
  if (rows.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="text-sm font-medium">{title}</h3>
      <ul className="max-h-48 overflow-y-auto text-sm">
        {rows.map(({ key, number, qty, place }) => (
          <li key={key}>
            {number}: {formatQuantity(qty)}
            {place}
          </li>
        ))}
      </ul>
    </section>
  )
}
