import { shipping } from '@stowage/contract/orders/shipping'
import type { manifests } from '@stowage/contract/orders/manifests'
import { useQuery } from '@tanstack/react-query'
import { load } from '../../app/api.ts'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { useCan } from '../../workspace/rights.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { packageStates } from '../../orders/fulfillments/words.ts'
import { shipmentStates } from '../../orders/shipping/words.ts'
import { FoundFrame } from './FoundFrame.tsx'
import { Rows } from '../frame/Rows.tsx'
import { OpenAtDesk } from './FoundThing.tsx'
import type { FoundProps } from './look-up.ts'

/** A shipment: who carries it, and whether it still has to be loaded. */
export function FoundShipment({ slug, thing }: FoundProps) {
  const paths = usePaths()
  const { whyTo } = useCan()
  const { data, ...read } = useQuery(
    load(shipping.details, { params: { slug, shipmentId: thing.id } }),
  )
  const shipment = data?.shipment
  const waits = shipment?.state === 'shipped' && shipment.handedOverAt === null
  return (
    <FoundFrame
      thing={thing}
      states={
        shipment
          ? [
              shipmentStates[shipment.state],
              ...(shipment.handedOverAt === null
                ? []
                : [{ word: 'Handed over', look: 'ok' as const }]),
            ]
          : []
      }
      read={{ data, ...read }}
      actions={
        <>
          {waits && (
            <LinkButton
              look="primary"
              why={whyTo<typeof manifests.load>('manifest.close')}
              href={paths.floorLoad({ of: shipment.warehouseId, carrier: shipment.carrier })}
            >
              Load
            </LinkButton>
          )}
          <OpenAtDesk thing={thing} />
        </>
      }
    >
      {shipment && (
        <p className="grid text-xl wrap-anywhere">
          <span>{[shipment.order, shipment.customer].filter(Boolean).join(', ')}</span>
          <span>
            {[shipment.carrier || 'No carrier', shipment.tracking].filter(Boolean).join(', ')}
          </span>
        </p>
      )}
      <Rows
        label="Packages"
        rows={(shipment?.packages ?? []).map(({ id, number, state, box, tracking }) => ({
          id,
          name: number,
          detail: [box, tracking].filter(Boolean).join(', '),
          value: packageStates[state].word,
          href: paths.floorLookUp({
            kind: 'package',
            id: shipment?.fulfillmentId ?? '',
            label: number,
          }),
        }))}
        none="No packages"
      />
    </FoundFrame>
  )
}
