import type { returns } from '@stowage/contract/orders/returns'
import { shipping, type Shipment } from '@stowage/contract/orders/shipping'
import { useQuery } from '@tanstack/react-query'
import { load } from '../../app/api.ts'
import { formatQuantity } from '../../app/format.ts'
import { Facts } from '../../parts/Facts.tsx'
import { linkTo } from '../../parts/columns.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Reading } from '../../parts/Reading.tsx'
import { creatorOf } from '../../platforms/members/maker.ts'
import { Money } from '../../warehouse/settings/money.ts'
import { useCan } from '../../workspace/rights.ts'
import { Steps } from '../../workspace/steps/Steps.tsx'
import { useTimes } from '../../workspace/times.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { measuresText } from '../packing/PackageCard.tsx'
import { TrackingNumber } from '../carriers/TrackingNumber.tsx'
import { allTracking } from './sending.ts'
import { shipmentSteps } from './steps.tsx'

/** One shipment, opened below its line: how it was sent, its packages, and what becomes of it. */
export function ShipmentPanel({ slug, shipmentId }: { slug: string; shipmentId: string }) {
  const found = useQuery(load(shipping.details, { params: { slug, shipmentId } }))
  const { data, error } = found
  if (error || !data) return <Reading of={found} fallback="Couldn’t load the shipment" />
  return (
    <div className="grid gap-4">
      <ShipmentFacts shipment={data.shipment} />
      <ShipmentSteps shipment={data.shipment} />
    </div>
  )
}

function ShipmentSteps({ shipment }: { shipment: Shipment }) {
  const { whyTo } = useCan()
  const paths = usePaths()
  return (
    <div className="flex flex-wrap gap-2">
      <Steps steps={shipmentSteps} of={shipment}>
        {shipment.state !== 'voided' && (
          <LinkButton
            href={paths.newReturn({ order: shipment.orderId })}
            why={whyTo<typeof returns.create>('return.create')}
          >
            Create return
          </LinkButton>
        )}
      </Steps>
    </div>
  )
}

function ShipmentFacts({ shipment }: { shipment: Shipment }) {
  const paths = usePaths()
  const { zoned } = useTimes()
  const { carrier, service, tracking, cost, note, packages } = shipment
  const { manifestId, handedOverAt, deliveredAt } = shipment
  const numbers = allTracking({ tracking, parcels: packages })
  return (
    <>
      <Facts
        of={{
          Fulfillment: linkTo(paths.fulfillment(shipment.fulfillmentId), shipment.fulfillment),
          Carrier: [carrier, service].filter(Boolean).join(', ') || '-',
          [numbers.length > 1 ? 'Tracking numbers' : 'Tracking number']:
            numbers.length > 0 ? (
              <span className="flex flex-wrap gap-x-3">
                {numbers.map((number) => (
                  <TrackingNumber key={number} carrier={carrier} number={number} />
                ))}
              </span>
            ) : (
              '-'
            ),
          Cost: cost === null ? '-' : <Money amount={cost} />,
          'Shipped by': creatorOf(shipment),
          'Handed over': manifestId !== null && handedOverAt !== null && (
            <>
              {linkTo(paths.manifest(manifestId), shipment.manifest)}
              {`, ${zoned(handedOverAt)}`}
            </>
          ),
          Delivered: deliveredAt && zoned(deliveredAt),
          Note: note || null,
        }}
      />
      {packages.length > 0 && (
        <ul role="list" aria-label="Packages" className="grid gap-2 text-sm">
          {packages.map((one) => (
            <li key={one.id} className="wrap-anywhere">
              <span className="font-semibold">{one.number}</span>
              <span className="text-muted">{` ${measuresText(one)}`}</span>
              {one.tracking && <span className="font-mono">{` ${one.tracking}`}</span>}
              <br />
              {one.lines
                .map(({ qty, sku, lot, serial }) =>
                  [`${formatQuantity(qty)} ${sku}`, lot ?? serial].filter(Boolean).join(' '),
                )
                .join(', ')}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
