import { Suspense } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { useSlug } from '../warehouses.ts'
import { fieldsOf } from './fields.ts'
import { valueOf, type AnyStep, type Subject } from './steps.ts'
import { useStep } from './use-step.ts'

const StepDialog = lazyPart(() => import('./StepDialog.tsx'), 'StepDialog')

/** Asks before a step and takes it, where its button stands elsewhere. */
export function TakeStep<One extends Subject>(props: {
  step: AnyStep<One>
  of: One
  onClose: () => void
}) {
  const { step, of, onClose } = props
  const { change, send, fallback } = useStep<One>(step.noun, onClose)
  return (
    <AskedStep
      step={step}
      of={of}
      change={change}
      fallback={fallback}
      onSubmit={(body) => step.one && send(of, step.one, body)}
      onClose={onClose}
    />
  )
}

type Props = {
  step: AnyStep<never>
  /** The record it is a step of. */
  of: unknown
  change: { isPending: boolean; error: Error | null }
  fallback: string
  onSubmit: (body: object) => void
  onClose: () => void
}

/** The dialog of a step: its own, or one made of its fields. */
export function AskedStep({ step, change, fallback, onSubmit, onClose, ...props }: Props) {
  const slug = useSlug()
  const of = props.of as never
  const { one, look, missing } = step
  const { isPending: saving, error } = change
  if (!one) return null
  return (
    <Suspense>
      {one.own ? (
        one.own({ slug, of, saving, error, onSubmit, onClose })
      ) : (
        <StepDialog
          slug={slug}
          of={of}
          route={one.route}
          title={one.question?.(of) ?? ''}
          consequence={valueOf(one.consequence, of)}
          action={one.action ?? valueOf(one.name, of) ?? ''}
          busy={one.busy}
          look={look === 'danger' || one.isFinal ? 'danger' : 'primary'}
          isFinal={one.isFinal}
          fields={fieldsOf(step, of)}
          missing={missing}
          change={change}
          fallback={fallback}
          onSubmit={onSubmit}
          onClose={onClose}
        />
      )}
    </Suspense>
  )
}
