import { useState } from 'react'
import { StepForm } from '../../workspace/steps/StepForm.tsx'
import type { OwnDialog } from '../../workspace/steps/steps.ts'
import { MeasureFields, measuresOf, whyNotMeasures, type Measures } from './MeasureFields.tsx'

type Props = Pick<OwnDialog<unknown>, 'saving' | 'error' | 'onSubmit' | 'onClose'> & {
  title: string
  consequence?: string
  action: string
}

/** Asks for the measures of a package before a step. */
export function MeasuresDialog({ saving, error, onSubmit, ...form }: Props) {
  const [typed, setTyped] = useState<Measures>({})
  return (
    <StepForm
      {...form}
      change={{ isPending: saving, error }}
      fallback="Couldn’t save the package"
      why={whyNotMeasures(typed)}
      onSubmit={() => onSubmit(measuresOf(typed))}
    >
      <MeasureFields value={typed} onChange={setTyped} />
    </StepForm>
  )
}
