import { useState } from 'react'
import { enterLeadsOn } from '../../parts/enter-leads-on.ts'
import { TextField } from '../../ui/TextField.tsx'
import { StepForm } from '../../workspace/steps/StepForm.tsx'
import type { OwnDialog } from '../../workspace/steps/steps.ts'

type Props = Pick<OwnDialog<unknown>, 'saving' | 'error' | 'onSubmit' | 'onClose'> & {
  title: string
  consequence?: string
  action: string
}

const numbers = [
  { name: 'weightG', label: 'Weight (g)' },
  { name: 'lengthMm', label: 'Length (mm)' },
  { name: 'widthMm', label: 'Width (mm)' },
  { name: 'heightMm', label: 'Height (mm)' },
] as const

/** Asks for the box, the weight and the size of a package; none of them has to be given. */
export function MeasuresDialog({ saving, error, onSubmit, ...form }: Props) {
  const [box, setBox] = useState('')
  const [typed, setTyped] = useState<Partial<Record<(typeof numbers)[number]['name'], string>>>({})
  const given = numbers.flatMap(({ name }) => {
    const text = typed[name]?.trim() ?? ''
    return text === '' ? [] : [[name, text] as const]
  })
  const isWhole = given.every(([, text]) => /^\d{1,9}$/.test(text))
  return (
    <StepForm
      {...form}
      change={{ isPending: saving, error }}
      fallback="Couldn’t save the package"
      why={isWhole ? undefined : 'Enter weight and size as whole numbers.'}
      onSubmit={() =>
        onSubmit({
          ...(box.trim() !== '' && { box: box.trim() }),
          ...Object.fromEntries(given.map(([name, text]) => [name, Number(text)])),
        })
      }
    >
      <TextField
        label="Box"
        hint="Example: Carton M"
        value={box}
        onKeyDown={enterLeadsOn}
        onChange={({ target }) => setBox(target.value)}
      />
      <div className="grid grid-cols-2 gap-4">
        {numbers.map(({ name, label }) => (
          <TextField
            key={name}
            label={label}
            inputMode="numeric"
            value={typed[name] ?? ''}
            onKeyDown={enterLeadsOn}
            onChange={({ target }) => setTyped((now) => ({ ...now, [name]: target.value }))}
          />
        ))}
      </div>
    </StepForm>
  )
}
