import { shipping, type Shipment } from '@stowage/contract/orders/shipping'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { enterLeadsOn } from '../../parts/enter-leads-on.ts'
import { Form } from '../../parts/Form.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { Refusal } from '../../workspace/refusals/Refusal.tsx'
import { shipmentReads as refresh } from './sending.ts'
import { troubles, type Trouble } from './words.ts'

type Props = { slug: string; shipment: Shipment; trouble: Trouble; onClose: () => void }

/** Asks why a shipment is voided, or what went wrong with it. */
export function TroubleDialog({ slug, shipment, trouble, onClose }: Props) {
  const [reason, setReason] = useState('')
  const save = useAction(shipping[trouble], { refresh })
  const { title, action, consequence, label, done } = troubles[trouble]
  const { id: shipmentId, number, version } = shipment
  return (
    <Form
      dialog={{ title: `${title} ${number}`, onClose }}
      submit={action}
      submitting="Saving…"
      look={trouble === 'void' ? 'danger' : 'primary'}
      saving={save.isPending}
      error={save.error}
      fallback="Couldn’t change the shipment"
      explained={<Refusal error={save.error} />}
      why={reason.trim() === '' ? 'Enter a reason first.' : undefined}
      onSubmit={() =>
        save.mutate(
          { params: { slug, shipmentId }, body: { version, reason } },
          {
            onSuccess: () => {
              toast(`${number} ${done}`)
              onClose()
            },
          },
        )
      }
    >
      {consequence && <p>{consequence}</p>}
      <TextField
        label={label}
        value={reason}
        onKeyDown={enterLeadsOn}
        onChange={({ target }) => setReason(target.value)}
      />
    </Form>
  )
}
