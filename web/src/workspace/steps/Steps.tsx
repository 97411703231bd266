import { Suspense, useState, type ReactNode } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { Button } from '../../ui/Button.tsx'
import { useCan } from '../rights.ts'
import { isOffered, valueOf, type AnyStep, type Subject } from './steps.ts'
import { useStep } from './use-step.ts'

const RefusalBox = lazyPart(() => import('../refusals/RefusalBox.tsx'), 'RefusalBox')
const AskedStep = lazyPart(() => import('./AskedStep.tsx'), 'AskedStep')

type Props<One, Key extends string> = {
  steps: Readonly<Record<Key, AnyStep<One>>>
  of: One
  /** Why a step can’t be taken now, where the page knows it from elsewhere. */
  whyNot?: Partial<Record<Key, string | undefined>>
  /** After a step was taken. */
  onDone?: () => void
  /** Other buttons; they stand before those that destroy something. */
  children?: ReactNode
}

/** Shows the steps of one record in its state: buttons, their dialogs, and refusals. */
export function Steps<One extends Subject, Key extends string>(props: Props<One, Key>) {
  const { steps, of, onDone, children } = props
  const whyNot: Partial<Record<string, string | undefined>> = props.whyNot ?? {}
  const { why } = useCan()
  const [asked, setAsked] = useState<AnyStep<One>>()
  const all = Object.entries<AnyStep<One>>(steps)
  const { change, send, sent, fallback } = useStep<One>(all[0]?.[1].noun, () => {
    setAsked(undefined)
    onDone?.()
  })
  const buttons = all.flatMap(([key, step]) => {
    const { one, look = 'secondary' } = step
    if (!one || !isOffered(step, of)) return []
    const refused = why(one.route) ?? (one.right && why(one.route, one.right))
    const name = valueOf(one.name, of)
    const isAsked = Boolean(one.question ?? one.own)
    const button = (
      <Button
        key={key}
        look={look}
        why={refused ?? whyNot[key] ?? one.why?.(of)}
        busy={change.isPending && sent === one && !asked && (one.busy ?? 'Saving…')}
        onClick={() => {
          change.reset()
          if (isAsked) setAsked(step)
          else send(of, one)
        }}
      >
        {isAsked ? `${name}…` : name}
      </Button>
    )
    return [{ isDanger: look === 'danger', button }]
  })
  const displacing = sent?.displacing && {
    action: sent.displacing.action,
    why: why(sent.route, sent.displacing.right),
    isPending: change.isPending,
    run: () => send(of, sent, { displace: true }),
  }
  return (
    <>
      {buttons.filter(({ isDanger }) => !isDanger).map(({ button }) => button)}
      {children}
      {buttons.filter(({ isDanger }) => isDanger).map(({ button }) => button)}
      <Suspense>
        {change.error && !asked && (
          <div className="basis-full">
            <RefusalBox
              takesFocus
              error={change.error}
              fallback={fallback}
              {...(displacing && { displacing })}
            />
          </div>
        )}
        {asked && (
          <AskedStep
            step={asked}
            of={of}
            change={change}
            fallback={fallback}
            onSubmit={(body) => asked.one && send(of, asked.one, body)}
            onClose={() => setAsked(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}
