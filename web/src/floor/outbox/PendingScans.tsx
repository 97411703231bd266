import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { discard, sendAgain } from './outbox.ts'
import type { Pending } from './store.ts'
import type { useOutbox } from './use-outbox.ts'

function countText(all: readonly Pending[], verb: [one: string, many: string]) {
  const noun = all.every(({ kind }) => kind === 'pick') ? 'pick' : 'scan'
  return all.length === 1 ? `1 ${noun} ${verb[0]}` : `${all.length} ${noun}s ${verb[1]}`
}

const words = {
  pick: { done: 'picked', advice: 'Put the items back and discard this pick' },
  pack: { done: 'packed', advice: 'Take the items out of the package and discard this scan' },
  unpack: { done: 'taken out', advice: 'Check what is in the package and discard this scan' },
}

/** Lists the scans waiting to be sent and those the server refused later, with the actions for them. */
export function PendingScans({ outbox }: { outbox: ReturnType<typeof useOutbox> }) {
  const { waiting, refused, others, isOnline, sendNow } = outbox
  return (
    <>
      {waiting.length > 0 && (
        <Notice kind="warn" live>
          <p className="font-semibold">
            {`${countText(waiting, ['is', 'are'])} waiting to be sent`}
          </p>
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
      {refused.map((one) => (
        <ErrorBox key={one.seq} error={`Not ${words[one.kind].done}: ${one.title}`}>
          <p>{[one.refused?.message, ...(one.refused?.reasons ?? [])].join(' ')}</p>
          <p>{`${words[one.kind].advice}, or remove the cause and send it again.`}</p>
          <div className="mt-1 flex flex-wrap gap-2">
            <Button onClick={() => void sendAgain(one)} aria-label={`Send again: ${one.title}`}>
              Send again
            </Button>
            <Button
              look="danger"
              aria-label={`Discard: ${one.title}`}
              onClick={() => void discard(one)}
            >
              Discard
            </Button>
          </div>
        </ErrorBox>
      ))}
      {others.length > 0 && (
        <Notice kind="warn">
          <p>
            {`${countText(others, ['waits', 'wait'])} on this device for ${[...new Set(others.map(({ memberName }) => memberName))].join(', ')}. Sign in with that account to send.`}
          </p>
        </Notice>
      )}
    </>
  )
}
