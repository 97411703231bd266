import { CircleAlert } from 'lucide-react'
import { useEffect, useState, type ReactNode, type Ref } from 'react'
import { markError } from '../app/title.ts'
import { ApiError } from '../app/transport.ts'
import { Button } from './Button.tsx'

/** Seconds until a limited call may be tried again; 0 when it may be tried now. */
export function useWait(error: unknown): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    const seconds = error instanceof ApiError && error.status === 429 ? (error.retryAfter ?? 0) : 0
    const until = Date.now() + seconds * 1000
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)))
    tick()
    if (seconds === 0) return
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [error])
  return left
}

/** The line that says what to do; undefined where the message already says it. */
function adviceFor(error: unknown, wait: number): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.status === 0) return 'No connection. Check the network and try again.'
  if (wait > 0) return `You can try again in ${wait} s.`
  if (error.status === 429) return 'You can try again now.'
  return undefined
}

const messageOf = (error: unknown) =>
  typeof error === 'string' ? error : error instanceof Error ? error.message : ''

type Props = {
  /** A sentence, or whatever was thrown. */
  error: unknown
  /** Error message if the server sent no readable one. */
  fallback?: string | undefined
  /** For reads: asks again. */
  onRetry?: (() => void) | undefined
  /** Another way on, offered as the second line. */
  children?: ReactNode
  ref?: Ref<HTMLDivElement>
}

/** The red box: every failure is shown here and nowhere else. */
export function ErrorBox({ error, fallback, onRetry, children, ref }: Props) {
  const wait = useWait(error)
  useEffect(markError, [])
  const advice = adviceFor(error, wait)
  const id = error instanceof ApiError && error.status >= 500 ? error.requestId : undefined
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      className="box flex items-start gap-3 rounded-control border border-bad-line bg-bad-soft px-4 py-3 text-sm text-bad-ink"
    >
      <CircleAlert aria-hidden size={18} className="mt-px shrink-0" />
      <div className="grid gap-1">
        <p className="font-medium">{messageOf(error) || fallback || 'An error occurred'}</p>
        {advice && <p>{advice}</p>}
        {children}
        {id && (
          <p>
            Request <code className="font-mono break-all select-all">{id}</code>
          </p>
        )}
        {onRetry && (
          <div className="mt-1">
            <Button onClick={onRetry}>Retry</Button>
          </div>
        )}
      </div>
    </div>
  )
}
