import type { Ref } from 'react'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { explain } from './refusals.ts'

type Props = {
  error: unknown
  /** What the call says when the server said nothing readable. */
  fallback: string
  ref?: Ref<HTMLDivElement>
}

/** The red box with what stands in the way, in sentences with numbers. */
export function RefusalBox({ error, fallback, ref }: Props) {
  return (
    <ErrorBox error={error} fallback={fallback} {...(ref && { ref })}>
      {explain(error).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </ErrorBox>
  )
}
