import { useDeferredValue, useEffect, useState, type ReactNode } from 'react'
import type * as Meter from './meter.ts'
import { adviceOn } from './strength.ts'

type Props = {
  password: string
  /** Words an attacker who knows the person would try first. */
  known?: readonly string[]
  /** Said until there is something to say. */
  children?: ReactNode
}

const steps = [1, 2, 3, 4] as const

/**
 * The hint of a new password's field: advice while it is typed, which never stands in the way. The
 * word lists behind it are large and come with the first character; without them it stays silent.
 */
export function Strength({ password, known = [], children }: Props) {
  const [meter, setMeter] = useState<typeof Meter>()
  const isUsed = password !== ''
  useEffect(() => {
    if (!isUsed) return
    import('./meter.ts').then(setMeter, () => {})
  }, [isUsed])

  // Typing goes first: long passwords take the meter a moment.
  const typed = useDeferredValue(password)
  const score = meter && typed !== '' ? meter.scoreOf(typed, known) : undefined
  const rating = score === undefined ? undefined : adviceOn(typed, score)
  return (
    <div className="grid gap-1.5">
      {score !== undefined && (
        <div aria-hidden className="grid grid-cols-4 gap-1 pt-0.5">
          {steps.map((step) => (
            <span
              key={step}
              className={`h-1 rounded-full ${step <= score ? 'bg-accent' : 'bg-line'}`}
            />
          ))}
        </div>
      )}
      <p role="status">
        {rating ? (
          <>
            <span className="font-medium text-text">{rating.verdict}.</span> {rating.advice}
          </>
        ) : (
          children
        )}
      </p>
    </div>
  )
}
