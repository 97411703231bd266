import { formatCount } from '../../app/format.ts'
import { Link } from '../../parts/Link.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { usePaths } from '../../workspace/warehouses.ts'
import { doneWords } from './words.ts'

type Props = {
  outcome:
    | {
        verb: keyof typeof doneWords
        total: number
        applied: number
        refused: readonly { id: string; number: string; message: string }[]
        waveId: string | undefined
      }
    | undefined
  error: Error | null
  onDismiss: () => void
}

/** What came of a step for several orders: how many were changed, and each refused one with its reason. */
export function BulkResult({ outcome, error, onDismiss }: Props) {
  const paths = usePaths()
  if (error) return <ErrorBox error={error} fallback="Couldn’t change the orders" />
  if (!outcome) return null
  const { verb, total, applied, refused, waveId } = outcome
  const count = total === 1 ? '1 order' : `${formatCount(total)} orders`
  return (
    <Notice kind={refused.length > 0 ? 'warn' : 'ok'} live>
      <p className="font-medium">
        {refused.length === 0
          ? `${count} ${doneWords[verb]}`
          : `${formatCount(applied)} of ${count} ${doneWords[verb]}`}
      </p>
      {refused.length > 0 && (
        <ul role="list" aria-label="Orders not changed" className="max-h-40 overflow-y-auto">
          {refused.map(({ id, number, message }) => (
            <li key={id}>
              <Link className="link" href={paths.order(id)}>
                {number}
              </Link>
              {`: ${message}`}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {waveId !== undefined && (
          <Link className="link" href={paths.wave(waveId)}>
            Open wave
          </Link>
        )}
        <Button look="quiet" className="px-2!" onClick={onDismiss}>
          Dismiss
        </Button>
      </div>
    </Notice>
  )
}
