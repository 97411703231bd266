import { useEffect, useRef } from 'react'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Refusal } from './Refusal.tsx'
import type { Displacing } from './WaitingOrders.tsx'

type Props = {
  error: unknown
  /** Error message if the server sent no readable one. */
  fallback: string
  /** For what was sent with a button further down: reading goes on here. */
  takesFocus?: true
  /** Offers to post all the same when stock is reserved: orders then wait. */
  displacing?: Displacing
}

/** The red box with what stands in the way, in sentences with numbers. */
export function RefusalBox({ error, fallback, takesFocus, displacing }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) box.current?.focus()
  }, [error, takesFocus])
  return (
    <ErrorBox ref={box} error={error} fallback={fallback}>
      <Refusal error={error} {...(displacing && { displacing })} />
    </ErrorBox>
  )
}
