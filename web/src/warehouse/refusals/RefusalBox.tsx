import { useEffect, useRef } from 'react'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Mentioned } from './Mentioned.tsx'
import { blockersOf } from './mentioned.ts'
import { explain } from './refusals.ts'

type Props = {
  error: unknown
  /** What the call says when the server said nothing readable. */
  fallback: string
  /** For what was sent with a button further down: reading goes on here. */
  takesFocus?: true
}

/** The red box with what stands in the way, in sentences with numbers. */
export function RefusalBox({ error, fallback, takesFocus }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) box.current?.focus()
  }, [error, takesFocus])
  return (
    <ErrorBox ref={box} error={error} fallback={fallback}>
      {explain(error).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <Mentioned blockers={blockersOf(error)} />
    </ErrorBox>
  )
}
