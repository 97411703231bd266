import type { ListedSession } from '@stowage/contract/identity/sessions'
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { ReadError } from '../../parts/ReadError.tsx'
import type { ApiError } from '../../app/transport.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { describeDevice } from './device.ts'

/** This device first, then whichever was used last. */
const inOrder = (sessions: readonly ListedSession[]) =>
  sessions.toSorted(
    (a, b) =>
      Number(b.current) - Number(a.current) || Date.parse(b.lastSeenAt) - Date.parse(a.lastSeenAt),
  )

export type Times = { zone: string; show: (at: string) => string }

type Props<End extends { params: { sessionId: string } }, Others> = {
  sessions: UseQueryResult<{ sessions: ListedSession[] }, ApiError>
  /** Ends one; not the row's own, which is gone when the answer has arrived. */
  ending: UseMutationResult<unknown, ApiError, End>
  callOf: (sessionId: string) => End
  others: UseMutationResult<{ revoked: number }, ApiError, Others>
  othersCall: Others
  times: Times
}

/** Lists the sessions of an account or member, which can be ended. */
export function SessionList<End extends { params: { sessionId: string } }, Others>({
  sessions,
  ending,
  callOf,
  others,
  othersCall,
  times,
}: Props<End, Others>) {
  const [notice, setNotice] = useState('')
  const status = useRef<HTMLParagraphElement>(null)
  // The pressed button goes away with what it ended.
  useEffect(() => {
    if (notice) status.current?.focus()
  }, [notice])

  const endOne = ({ id, userAgent }: ListedSession) => {
    setNotice('')
    ending.mutate(callOf(id), {
      onSuccess: () => setNotice(`Ended: ${describeDevice(userAgent)}.`),
      // It may have ended by itself meanwhile.
      onError: () => void sessions.refetch(),
    })
  }

  const rows = sessions.data && inOrder(sessions.data.sessions)
  return (
    <section aria-labelledby="sessions" className="grid gap-4">
      <h2 id="sessions">Sessions</h2>
      <p className="text-sm text-muted">{`Where you are signed in. Times in ${times.zone}.`}</p>
      <ReadError of={sessions} fallback="Failed to load your sessions" />
      {sessions.isPending && <Spinner />}
      {rows && (
        <ul className="grid gap-3">
          {rows.map((session) => (
            <Row
              key={session.id}
              session={session}
              show={times.show}
              ending={ending.variables?.params.sessionId === session.id && ending}
              onEnd={() => endOne(session)}
            />
          ))}
        </ul>
      )}
      <p ref={status} role="status" tabIndex={-1} className="text-sm text-muted">
        {notice}
      </p>
      {rows && rows.length === 1 && <p className="text-sm text-muted">There are no others.</p>}
      {others.error && <ErrorBox error={others.error} fallback="Failed to end the sessions" />}
      {rows && rows.length > 1 && (
        <Button
          className="justify-self-start"
          busy={others.isPending && 'Ending…'}
          onClick={() => {
            setNotice('')
            others.mutate(othersCall, {
              onSuccess: ({ revoked }) => setNotice(endedText(revoked)),
            })
          }}
        >
          End all other sessions
        </Button>
      )}
    </section>
  )
}

const endedText = (count: number) =>
  count === 1 ? 'One session ended.' : `${count} sessions ended.`

type RowProps = {
  session: ListedSession
  show: Times['show']
  ending: { isPending: boolean; error: Error | null } | false
  onEnd: () => void
}

function Row({ session, show, ending, onEnd }: RowProps) {
  const id = useId()
  const { current, userAgent, ip, createdAt, lastSeenAt } = session
  return (
    <li className="card grid gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid min-w-0 gap-1 text-sm">
          <p id={id} className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
            {describeDevice(userAgent)}
            {current && <StateBadge state="ok">This device</StateBadge>}
          </p>
          <p className="text-muted">
            {'Last used '}
            <time dateTime={lastSeenAt}>{show(lastSeenAt)}</time>
            {ip && ` from ${ip}`}
          </p>
          <p className="text-muted">
            {'Signed in '}
            <time dateTime={createdAt}>{show(createdAt)}</time>
          </p>
        </div>
        {!current && (
          <Button
            aria-describedby={id}
            busy={ending && ending.isPending && 'Ending…'}
            onClick={onEnd}
          >
            End this session
          </Button>
        )}
      </div>
      {ending && ending.error && (
        <ErrorBox error={ending.error} fallback="Failed to end the session" />
      )}
    </li>
  )
}
