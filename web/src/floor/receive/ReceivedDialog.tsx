import { useState } from 'react'
import { Form } from '../../parts/Form.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { awaitedOf, problemsOf, type ReceiptLine } from '../../warehouse/receiving/receipt-lines.ts'
import { statusOptions } from '../../warehouse/products/stock-words.ts'
import { ChoiceField } from '../frame/ChoiceField.tsx'
import { FloorButton } from '../frame/FloorButton.tsx'
import { NumberPad } from '../frame/NumberPad.tsx'

type Props = {
  line: ReceiptLine
  onLine: (line: ReceiptLine) => void
  onRemove: () => void
  onClose: () => void
}

/** How much of an item arrived, of which lot or with which serial numbers, and in which status. */
export default function ReceivedDialog({ line, onLine, onRemove, onClose }: Props) {
  const [typed, setTyped] = useState(line)
  const [asked] = useState(() => awaitedOf(line))
  const set = (part: Partial<ReceiptLine>) => setTyped((now) => ({ ...now, ...part }))
  const [problem] = Object.values(problemsOf(typed))
  const { sku, tracking, unit } = typed
  return (
    <Form
      dialog={{ title: `Received: ${sku}`, onClose }}
      submit="Use this quantity"
      saving={false}
      error={null}
      why={problem}
      onSubmit={() => onLine(typed)}
    >
      {tracking === 'lot' && (
        <TextField
          label="Lot"
          autoFocus={asked === 'lot'}
          autoComplete="off"
          spellCheck={false}
          data-scan="fill"
          value={typed.lot}
          onChange={({ target }) => set({ lot: target.value })}
        />
      )}
      {tracking === 'serial' && (
        <TextArea
          label="Serial numbers"
          hint="One per line, or scan them"
          rows={3}
          autoFocus={asked === 'serial number'}
          spellCheck={false}
          value={typed.serials}
          onChange={({ target }) => set({ serials: target.value })}
        />
      )}
      {tracking !== 'none' && (
        <TextField
          label="Expires on"
          type="date"
          value={typed.expiresOn}
          onChange={({ target }) => set({ expiresOn: target.value })}
        />
      )}
      <NumberPad
        label="Quantity"
        unit={unit.code}
        value={typed.qty}
        isSecond={asked !== undefined}
        onChange={(qty) => set({ qty })}
      />
      <ChoiceField
        label="Status"
        value={typed.status}
        options={statusOptions}
        onChange={(status) => set({ status: status as ReceiptLine['status'] })}
      />
      <FloorButton look="danger" onClick={onRemove}>
        Remove line
      </FloorButton>
    </Form>
  )
}
