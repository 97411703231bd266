import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { discard, sendAgain } from './outbox.ts'
import type { useOutbox } from './use-outbox.ts'

const picksText = (count: number, verb: [one: string, many: string]) =>
  count === 1 ? `1 pick ${verb[0]}` : `${count} picks ${verb[1]}`

/** Picks that wait to be sent, and those the server refused later, with what to do about them. */
export function PendingPicks({ outbox }: { outbox: ReturnType<typeof useOutbox> }) {
  const { waiting, refused, others, isOnline, sendNow } = outbox
  return (
    <>
      {waiting.length > 0 && (
        <Notice kind="warn" live>
          <p className="font-semibold">{`${picksText(waiting.length, ['is', 'are'])} waiting to be sent`}</p>
          <ul role="list">
            {waiting.map(({ seq, title }) => (
              <li key={seq}>{title}</li>
            ))}
          </ul>
          <div className="mt-1">
            <Button why={isOnline ? undefined : 'There is no connection.'} onClick={sendNow}>
              Send now
            </Button>
          </div>
        </Notice>
      )}
      {refused.map((pick) => (
        <ErrorBox key={pick.seq} error={`Not picked: ${pick.title}`}>
          <p>{[pick.refused?.message, ...(pick.refused?.reasons ?? [])].join(' ')}</p>
          <p>Put the items back and discard this pick, or remove the cause and send it again.</p>
          <div className="mt-1 flex flex-wrap gap-2">
            <Button onClick={() => void sendAgain(pick)} aria-label={`Send again: ${pick.title}`}>
              Send again
            </Button>
            <Button
              look="danger"
              aria-label={`Discard: ${pick.title}`}
              onClick={() => void discard(pick)}
            >
              Discard
            </Button>
          </div>
        </ErrorBox>
      ))}
      {others.length > 0 && (
        <Notice kind="warn">
          <p>
            {`${picksText(others.length, ['waits', 'wait'])} on this device for ${[...new Set(others.map(({ memberName }) => memberName))].join(', ')}. Sign in with that account to send.`}
          </p>
        </Notice>
      )}
    </>
  )
}
