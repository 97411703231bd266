import { useState } from 'react'
import { Form } from '../../parts/Form.tsx'
import { TextField } from '../../ui/TextField.tsx'

type Props = { reference: string; onReference: (reference: string) => void; onClose: () => void }

/** The number of the delivery note, scanned or typed. */
export default function ReferenceDialog({ reference, onReference, onClose }: Props) {
  const [typed, setTyped] = useState(reference)
  return (
    <Form
      dialog={{ title: 'Delivery note', onClose }}
      submit="Use this reference"
      saving={false}
      error={null}
      onSubmit={() => onReference(typed)}
    >
      <TextField
        label="Reference"
        hint="Optional, such as the delivery note number"
        autoFocus
        maxLength={80}
        autoComplete="off"
        data-scan="fill"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </Form>
  )
}
