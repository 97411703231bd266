import { formatCount } from '../../app/format.ts'
import { linkTo } from '../../parts/columns.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RefusalBox } from '../refusals/RefusalBox.tsx'
import { usePaths } from '../warehouses.ts'
import { recordsText } from './many.ts'
import type { Outcome } from './take-many.ts'

type Props = {
  outcome: Outcome | undefined
  error: Error | null
  fallback: string
  onDismiss: () => void
}

/** Shows what came of a step for many records: how many were changed, and each refused one with its reason. */
export function ManyResult({ outcome, error, fallback, onDismiss }: Props) {
  const paths = usePaths()
  if (error) return <RefusalBox error={error} fallback={fallback} />
  if (!outcome) return null
  const { step, more, total, applied, refused } = outcome
  const { noun, many } = step
  const all = recordsText(noun, total, formatCount)
  const next = many?.next?.(more, paths)
  return (
    <Notice kind={refused.length > 0 ? 'warn' : 'ok'} live>
      <p className="font-medium">
        {refused.length === 0
          ? `${all} ${many?.done}`
          : `${formatCount(applied)} of ${all} ${many?.done}`}
      </p>
      {refused.length > 0 && (
        <ul
          role="list"
          aria-label={`${noun.many.charAt(0).toUpperCase()}${noun.many.slice(1)} not changed`}
          className="max-h-40 overflow-y-auto"
        >
          {refused.map(({ id, number, message }) => (
            <li key={id}>
              {noun.href ? linkTo(noun.href(id, paths), number) : number}
              {`: ${message}`}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {next && linkTo(next.href, next.name)}
        <Button look="quiet" className="px-2!" onClick={onDismiss}>
          Dismiss
        </Button>
      </div>
    </Notice>
  )
}
