import { shipping, type Shipment } from '@stowage/contract/orders/shipping'
import type { returns } from '@stowage/contract/orders/returns'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { RefusalBox } from '../../workspace/refusals/RefusalBox.tsx'
import { useCan } from '../../workspace/rights.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { EditSending } from './EditSending.tsx'
import { shipmentReads as refresh } from './sending.ts'
import { TroubleDialog } from './TroubleDialog.tsx'
import type { Trouble } from './words.ts'

type Props = { slug: string; shipment: Shipment }

/** What can follow, by the state of the shipment. */
export function ShipmentActions({ slug, shipment }: Props) {
  const { why, whyTo } = useCan()
  const paths = usePaths()
  const [asks, setAsks] = useState<Trouble | 'edit'>()
  const deliver = useAction(shipping.deliver, { refresh })
  const { id: shipmentId, number, state, version } = shipment
  const mayNot = why(shipping.update)
  const close = () => setAsks(undefined)
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        {(state === 'shipped' || state === 'exception') && (
          <Button
            why={mayNot}
            busy={deliver.isPending && 'Saving…'}
            onClick={() =>
              deliver.mutate(
                { params: { slug, shipmentId }, body: { version } },
                { onSuccess: () => toast(`${number} was delivered`) },
              )
            }
          >
            Delivered
          </Button>
        )}
        {state !== 'voided' && (
          <>
            <Button why={mayNot} onClick={() => setAsks('edit')}>
              Edit shipment…
            </Button>
            <LinkButton
              href={paths.newReturn({ order: shipment.orderId })}
              why={whyTo<typeof returns.create>('return.create')}
            >
              Create return
            </LinkButton>
          </>
        )}
        {state === 'shipped' && (
          <>
            <Button why={mayNot} onClick={() => setAsks('exception')}>
              Exception…
            </Button>
            <Button
              look="danger"
              why={
                why(shipping.void) ??
                (shipment.manifestId === null ? undefined : 'Its carrier already took it.')
              }
              onClick={() => setAsks('void')}
            >
              Void…
            </Button>
          </>
        )}
        {state === 'exception' && (
          <>
            <Button why={mayNot} onClick={() => setAsks('return')}>
              Returned…
            </Button>
            <Button why={mayNot} onClick={() => setAsks('lose')}>
              Lost…
            </Button>
          </>
        )}
      </div>
      {deliver.error && (
        <RefusalBox takesFocus error={deliver.error} fallback="Couldn’t save the delivery" />
      )}
      {asks === 'edit' && <EditSending slug={slug} shipment={shipment} onClose={close} />}
      {asks !== undefined && asks !== 'edit' && (
        <TroubleDialog slug={slug} shipment={shipment} trouble={asks} onClose={close} />
      )}
    </div>
  )
}
