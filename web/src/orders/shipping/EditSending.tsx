import { shipping, type Shipment } from '@stowage/contract/orders/shipping'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { Form } from '../../parts/Form.tsx'
import { toast } from '../../ui/toast.ts'
import { Refusal } from '../../warehouse/refusals/Refusal.tsx'
import { sendingOf, shipmentReads as refresh } from './sending.ts'
import { SendingFields } from './SendingFields.tsx'

type Props = { slug: string; shipment: Shipment; onClose: () => void }

/** Changes how a shipment is sent. */
export function EditSending({ slug, shipment, onClose }: Props) {
  const { id: shipmentId, number, version, carrier, service, tracking } = shipment
  const [how, setHow] = useState({ carrier, service, tracking, cost: shipment.cost ?? '' })
  const save = useAction(shipping.update, { refresh })
  return (
    <Form
      dialog={{ title: `Edit ${number}`, onClose, cancel: 'Close' }}
      submit="Save shipment"
      submitting="Saving…"
      saving={save.isPending}
      error={save.error}
      fallback="Couldn’t save the shipment"
      explained={<Refusal error={save.error} />}
      onSubmit={() =>
        save.mutate(
          { params: { slug, shipmentId }, body: { version, ...sendingOf(how) } },
          {
            onSuccess: () => {
              toast(`${number} was saved`)
              onClose()
            },
          },
        )
      }
    >
      <SendingFields value={how} onChange={setHow} />
    </Form>
  )
}
