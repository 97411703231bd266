import { shipping, type ShipmentSummary } from '@stowage/contract/orders/shipping'
import { useQuery } from '@tanstack/react-query'
import { load } from '../../app/api.ts'
import { Link } from '../../parts/Link.tsx'
import { wholePage } from '../../parts/selected.ts'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { ReadError } from '../../parts/ReadError.tsx'
import { useTimes } from '../../workspace/times.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { TrackingNumber } from '../carriers/TrackingNumber.tsx'
import { shipmentStates } from '../shipping/words.ts'

/** Lists the shipments of an order with their tracking numbers. */
export function OrderShipments({ slug, orderId }: { slug: string; orderId: string }) {
  const paths = usePaths()
  const { show } = useTimes()
  const found = useQuery(
    load(shipping.list, {
      params: { slug },
      query: { ...wholePage, order: orderId, sort: '-shippedAt' },
    }),
  )
  const { data, error } = found
  if (error) return <ReadError of={found} fallback="Couldn’t load the shipments" />
  if (!data || data.items.length === 0) return null
  return (
    <section aria-labelledby="shipments" className="card grid content-start gap-3 p-5">
      <h2 id="shipments">Shipments</h2>
      <ul role="list" className="grid gap-3 text-sm">
        {data.items.map((shipment) => (
          <li key={shipment.id} className="grid gap-1">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Link className="link" href={paths.shipping({ q: shipment.number })}>
                {shipment.number}
              </Link>
              <StateBadge state={shipmentStates[shipment.state].look}>
                {shipmentStates[shipment.state].word}
              </StateBadge>
              <span className="text-muted">
                {[shipment.carrier, shipment.service, show(shipment.shippedAt)]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </div>
            <Parcels shipment={shipment} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Parcels({ shipment }: { shipment: ShipmentSummary }) {
  const { number, carrier, parcels, tracking } = shipment
  if (parcels.length === 0) return null
  return (
    <ul role="list" aria-label={`Packages of ${number}`} className="grid gap-1">
      {parcels.map((parcel) => {
        const own = parcel.tracking || tracking
        return (
          <li key={parcel.packageId} className="flex flex-wrap gap-x-3">
            <span>{parcel.number}</span>
            <span className="wrap-anywhere text-muted">
              {own ? <TrackingNumber carrier={carrier} number={own} /> : 'No tracking number'}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
