import { picking, type OpenTask } from '@stowage/contract/orders/picking'
import { settings } from '@stowage/contract/warehouse/settings'
import type { Reply } from '@stowage/contract/route'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { load, useAction } from '../../app/api.ts'
import { formatQuantity } from '../../app/format.ts'
import { readQuantity } from '../../app/quantity.ts'
import { Form } from '../../parts/Form.tsx'
import { ReadError } from '../../parts/ReadError.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Explanation } from '../../workspace/refusals/Explanation.tsx'
import { compareQuantities, isMoreThanZero } from '../../warehouse/products/quantities.ts'
import { ChoiceField } from '../frame/ChoiceField.tsx'
import { NumberPad } from '../frame/NumberPad.tsx'

type Props = {
  slug: string
  task: OpenTask
  /** Codes scanned before the short pick was reported. */
  scans: { scannedLocation?: string; scannedItem?: string }
  onShort: (reply: Reply<typeof picking.short>) => void
  onClose: () => void
}

/** How much was found, and why no more: the rest is picked elsewhere or waits. */
export default function ShortDialog({ slug, task, scans, onShort, onClose }: Props) {
  const [typed, setTyped] = useState('0')
  const [code, setCode] = useState('')
  const [note, setNote] = useState('')
  const found = useQuery(load(settings.reasons, { params: { slug } }))
  const { data } = found
  const short = useAction(picking.short)
  const reasons = (data?.items ?? []).filter(
    ({ applies, state }) => state === 'active' && applies.includes('short_pick'),
  )
  const reason = reasons.find((one) => one.code === code)
  const qty = readQuantity(typed)
  const isLess = qty !== undefined && compareQuantities(qty, task.qty) < 0
  const why = !isLess
    ? `Enter less than ${formatQuantity(task.qty)}, or confirm the pick.`
    : !reason
      ? 'Choose a reason first.'
      : reason.requiresNote && note.trim() === ''
        ? `"${reason.name}" needs a note.`
        : undefined
  return (
    <Form
      dialog={{ title: `Short: ${task.sku} in ${task.location}`, onClose }}
      submit="Report short pick"
      submitting="Saving…"
      look="danger"
      saving={short.isPending}
      error={short.error}
      fallback="Couldn’t report the short pick"
      explained={<Explanation error={short.error} />}
      why={why}
      onSubmit={() =>
        qty !== undefined &&
        // The task may have left the list before a callback of `mutate` would run.
        void short
          .mutateAsync({
            params: { slug, pickTaskId: task.id },
            body: {
              ...scans,
              qtyFound: qty,
              ...(task.tote !== null && isMoreThanZero(qty) && { tote: task.tote }),
              reasonCode: code,
              ...(note.trim() && { note: note.trim() }),
            },
          })
          .then(onShort, () => {})
      }
    >
      <NumberPad
        label={`Found, of ${formatQuantity(task.qty)}`}
        unit={task.unit}
        value={typed}
        onChange={setTyped}
      />
      {task.tote !== null && <p>{`Put what you found into ${task.tote}.`}</p>}
      <ReadError of={found} fallback="Couldn’t load the reasons" />
      <ChoiceField
        label="Reason"
        value={code}
        options={reasons.map((one) => ({ value: one.code, label: one.name }))}
        onChange={setCode}
      />
      <TextField
        label="Note"
        hint={reason?.requiresNote ? `"${reason.name}" needs a note.` : 'Optional'}
        maxLength={500}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </Form>
  )
}
