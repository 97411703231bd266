import { useState } from 'react'
import { Form } from '../../parts/Form.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { scanCode } from '../../workspace/scan/use-scan.ts'

/** Types a code that can't be scanned; it is checked like a scan. */
export function CodeDialog({ label, onClose }: { label: string; onClose: () => void }) {
  const [code, setCode] = useState('')
  return (
    <Form
      dialog={{ title: 'Type a code', onClose }}
      submit="Check code"
      saving={false}
      error={null}
      why={code.trim() === '' ? 'Type a code first.' : undefined}
      onSubmit={() => {
        onClose()
        scanCode(code.trim())
      }}
    >
      <TextField
        label={label}
        autoFocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-scan="code"
        className="min-h-14! text-xl!"
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
    </Form>
  )
}
