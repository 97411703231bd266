import type { Fulfillment } from '@stowage/contract/orders/fulfillments'
import { packing } from '@stowage/contract/orders/packing'
import { useQuery } from '@tanstack/react-query'
import { load } from '../../app/api.ts'
import { formatQuantity } from '../../app/format.ts'
import { enterLeadsOn } from '../../parts/enter-leads-on.ts'
import { Form } from '../../parts/Form.tsx'
import { ReadError } from '../../parts/ReadError.tsx'
import { Reading } from '../../parts/Reading.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { QuantityField } from '../../ui/QuantityField.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { Refusal } from '../../workspace/refusals/Refusal.tsx'
import { sentText, useSendBack } from './use-send-back.ts'

const title = 'Send back to pick'

type Props = { slug: string; fulfillment: Fulfillment; onClose: () => void }

/** Asks what of a fulfillment is missing or damaged. It is picked elsewhere, or waits with its order. */
export function SendBackDialog({ slug, fulfillment, onClose }: Props) {
  const found = useQuery(load(packing.items, { params: { slug, fulfillmentId: fulfillment.id } }))
  const items = found.data?.items
  if (items) return <Filled slug={slug} fulfillment={fulfillment} items={items} onClose={onClose} />
  return (
    <Dialog title={title} onClose={onClose}>
      <Reading of={found} fallback="Couldn’t load what there is to pack" />
    </Dialog>
  )
}

type FilledProps = Props & Pick<Parameters<typeof useSendBack>[0], 'items'>

function Filled({ slug, fulfillment, items, onClose }: FilledProps) {
  const back = useSendBack({
    slug,
    fulfillment,
    items,
    onSent: ({ lines }) => {
      for (const line of lines) toast(sentText(line))
      onClose()
    },
  })
  return (
    <Form
      dialog={{ title, onClose }}
      submit={title}
      submitting="Sending back…"
      saving={back.save.isPending}
      error={back.save.error}
      fallback="Couldn’t send it back"
      explained={<Refusal error={back.save.error} />}
      why={back.why}
      onSubmit={back.submit}
    >
      <p>What is missing goes on hold, and is picked again elsewhere or backordered.</p>
      {back.lines.map(({ key, item, text, left, isTooMuch, set }) => (
        <QuantityField
          key={key}
          label={`Missing ${[item.sku, item.lot ?? item.serial].filter(Boolean).join(', ')}`}
          hint={`Of ${formatQuantity(left)} ${item.unit} in no package`}
          error={isTooMuch ? `Only ${formatQuantity(left)} are in no package.` : undefined}
          unit={item.unit}
          value={text}
          onKeyDown={enterLeadsOn}
          onChange={set}
        />
      ))}
      <ReadError of={back.read} fallback="Couldn’t load the reasons" />
      <Select
        label="Reason"
        value={back.reasonCode}
        options={[
          { value: '', label: 'Choose a reason' },
          ...back.reasons.map(({ code, name }) => ({ value: code, label: name })),
        ]}
        onChange={({ target }) => back.setReason(target.value)}
      />
      <TextField
        label="Note"
        hint={back.reason?.requiresNote ? `"${back.reason.name}" needs a note.` : 'Optional'}
        maxLength={500}
        value={back.note}
        onKeyDown={enterLeadsOn}
        onChange={({ target }) => back.setNote(target.value)}
      />
    </Form>
  )
}
