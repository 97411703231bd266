import { formatCount } from '../../app/format.ts'
import { useSlug } from '../warehouses.ts'
import { StepDialog } from './StepDialog.tsx'
import { fieldsOf } from './fields.ts'
import { recordsText } from './many.ts'
import type { AnyStep } from './steps.ts'

type Props = {
  step: AnyStep<never>
  count: number
  /** Takes what is sent beside the records. */
  onSubmit: (more: object) => void
  onClose: () => void
}

/** Asks before a step is taken with many records; how far it is stands on the button that asked. */
export function ManyDialog({ step, count, onSubmit, onClose }: Props) {
  const slug = useSlug()
  const { many, noun, look, missing } = step
  if (!many) return null
  if (many.own) return many.own({ count, onSubmit, onClose })
  return (
    <StepDialog
      slug={slug}
      of={undefined}
      route={many.route}
      title={many.question?.(recordsText(noun, count, formatCount)) ?? ''}
      consequence={many.consequence}
      action={many.action ?? many.name}
      look={look === 'danger' ? 'danger' : 'primary'}
      fields={fieldsOf(step, undefined)}
      missing={missing}
      change={{ isPending: false, error: null }}
      fallback=""
      onSubmit={onSubmit}
      onClose={onClose}
    />
  )
}
