import type { Fulfillment } from '@stowage/contract/orders/fulfillments'
import type { PackableItem, SentBack } from '@stowage/contract/orders/packing'
import { useState } from 'react'
import { formatQuantity } from '../../app/format.ts'
import { Form } from '../../parts/Form.tsx'
import { ReadError } from '../../parts/ReadError.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Explanation } from '../../workspace/refusals/Explanation.tsx'
import { useSendBack } from '../../orders/packing/use-send-back.ts'
import { ChoiceField } from '../frame/ChoiceField.tsx'
import { NumberPad } from '../frame/NumberPad.tsx'

type Props = {
  slug: string
  fulfillment: Fulfillment
  items: readonly PackableItem[]
  onSent: (lines: SentBack[]) => void
  onClose: () => void
}

/**
 * Asks for the missing quantity of each item and the reason. The missing items are picked elsewhere or
 * backordered.
 */
export default function SendBackDialog({ slug, fulfillment, items, onSent, onClose }: Props) {
  const back = useSendBack({ slug, fulfillment, items, onSent: ({ lines }) => onSent(lines) })
  const [chosen, setChosen] = useState<string>()
  const line = back.lines.find(({ key }) => key === chosen) ?? back.lines[0]
  return (
    <Form
      dialog={{ title: 'Send back to pick', onClose }}
      submit="Send back to pick"
      submitting="Sending back…"
      look="danger"
      saving={back.save.isPending}
      error={back.save.error}
      fallback="Couldn’t send it back"
      explained={<Explanation error={back.save.error} />}
      why={back.why}
      onSubmit={back.submit}
    >
      {back.lines.length > 1 && (
        <ChoiceField
          label="Missing item"
          value={line?.key ?? ''}
          options={back.lines.map(({ key, item, qty, left }) => ({
            value: key,
            label: `${[item.sku, item.lot ?? item.serial].filter(Boolean).join(', ')}: ${formatQuantity(qty ?? '0')} of ${formatQuantity(left)}`,
          }))}
          onChange={setChosen}
        />
      )}
      {line && (
        <NumberPad
          key={line.key}
          label={`Missing ${line.item.sku}, of ${formatQuantity(line.left)}`}
          unit={line.item.unit}
          error={
            line.isTooMuch ? `Only ${formatQuantity(line.left)} are in no package.` : undefined
          }
          value={line.text}
          onChange={line.set}
        />
      )}
      <ReadError of={back.read} fallback="Couldn’t load the reasons" />
      <ChoiceField
        label="Reason"
        value={back.reasonCode}
        options={back.reasons.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={back.setReason}
      />
      <TextField
        label="Note"
        hint={back.reason?.requiresNote ? `"${back.reason.name}" needs a note.` : 'Optional'}
        maxLength={500}
        value={back.note}
        onChange={({ target }) => back.setNote(target.value)}
      />
    </Form>
  )
}
