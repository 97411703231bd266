import { shipping, type Shipment } from '@stowage/contract/orders/shipping'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { Form } from '../../parts/Form.tsx'
import { toast } from '../../ui/toast.ts'
import { Refusal } from '../../workspace/refusals/Refusal.tsx'
import { ParcelFields } from './ParcelFields.tsx'
import { parcelsOf, sendingOf, shipmentReads as refresh, trackingOf } from './sending.ts'
import { SendingFields } from './SendingFields.tsx'

type Props = { slug: string; shipment: Shipment; onClose: () => void }

/** Changes how a shipment is sent. */
export function EditSending({ slug, shipment, onClose }: Props) {
  const { id: shipmentId, number, version, carrier, service, tracking, packages } = shipment
  const [how, setHow] = useState({ carrier, service, tracking, cost: shipment.cost ?? '' })
  const [tracked, setTracked] = useState(trackingOf(packages))
  const hasParcels = packages.length > 1 || packages.some((one) => one.tracking !== '')
  const save = useAction(shipping.update, { refresh })
  return (
    <Form
      dialog={{ title: `Edit ${number}`, onClose }}
      submit="Save shipment"
      submitting="Saving…"
      saving={save.isPending}
      error={save.error}
      fallback="Couldn’t save the shipment"
      explained={<Refusal error={save.error} />}
      onSubmit={() =>
        save.mutate(
          {
            params: { slug, shipmentId },
            body: { version, ...sendingOf(how), packages: parcelsOf(packages, tracked) },
          },
          {
            onSuccess: () => {
              toast(`${number} was saved`)
              onClose()
            },
          },
        )
      }
    >
      <SendingFields value={how} onChange={setHow} hasParcels={hasParcels} />
      {hasParcels && <ParcelFields packages={packages} value={tracked} onChange={setTracked} />}
    </Form>
  )
}
