import { useState, useSyncExternalStore } from 'react'
import { browserTime } from '../app/clock.ts'
import { formatShortTime } from '../app/format.ts'
import { refreshOperator } from '../app/refresh.ts'
import { onSessionEnding, sessionEndsAt } from '../app/session-watch.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'

/** Appears when the session could not be prolonged in time. Takes no focus and covers nothing. */
export function SessionBar() {
  const endsAt = useSyncExternalStore(onSessionEnding, sessionEndsAt, sessionEndsAt)
  const [trying, setTrying] = useState(false)
  const [error, setError] = useState<unknown>()
  const stay = () => {
    setTrying(true)
    setError(undefined)
    refreshOperator()
      .catch(setError)
      .finally(() => setTrying(false))
  }
  return (
    <div role="status">
      {endsAt !== undefined && (
        <div className="grid gap-2 border-b border-line bg-warn-soft px-6 py-3 text-sm text-warn-ink">
          <div className="flex flex-wrap items-center gap-3">
            <p>{`Your session ends at ${formatShortTime(browserTime(endsAt))}.`}</p>
            <Button busy={trying && 'Asking…'} onClick={stay}>
              Stay signed in
            </Button>
          </div>
          {error !== undefined && (
            <ErrorBox error={error} fallback="The session could not be prolonged" />
          )}
        </div>
      )}
    </div>
  )
}
