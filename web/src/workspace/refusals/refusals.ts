import type { BlockedCode, BlockerOf } from '@stowage/contract/blockers'
import type { ErrorCode } from '@stowage/contract/errors'
import { ApiError } from '../../app/transport.ts'
import { isBlocked, parseBlockers, type Sentences } from './blockers.ts'
import { inUseText } from './in-use.ts'

/** Sentences for refusals common to all nouns. */
const general: Sentences = {
  invalid_transition: (one) =>
    // A picker has no page to reload: the tasks are read again, and the message says what happened.
    'from' in one && one.type !== 'pick_task'
      ? `${one.code ?? 'It'} is now ${one.from.replaceAll('_', ' ')}. Reload the page to see the change.`
      : undefined,
  in_use: inUseText,
  permission_denied: () => ['Ask an admin of this workspace for permission.'],
  lock_timeout: () => ['Wait a second and try again. It can’t be recorded twice.'],
  idempotency_conflict: () => ['Reload the page and start over.'],
  version_conflict: () => ['Your changes weren’t saved.'],
}

/** Sentences for the refusals of each noun, from the `errors.ts` in its folder. */
const ofNouns = import.meta.glob<Sentences>(
  '../../{workspace,warehouse,orders,inbound,reports}/*/errors.ts',
  {
    eager: true,
    import: 'sentences',
  },
)

const sentences: Sentences = Object.assign({}, general, ...Object.values(ofNouns))

/** Returns the sentence for one blocker of a code; undefined where the server’s own says it all. */
function sentenceOf<C extends BlockedCode>(code: C, blocker: BlockerOf<C>): string | undefined {
  const tell = sentences[code] as ((one: BlockerOf<C>) => string | undefined) | undefined
  return tell?.(blocker)
}

/** Maximum number of uses listed one by one. */
const mostUses = 5

/** Returns a sentence for each blocker of this code, each once. */
export function sentencesOf(code: string, given: unknown): string[] {
  if (!isBlocked(code)) return []
  const all = parseBlockers(code, given).flatMap((one) => sentenceOf(code, one) ?? [])
  const found = [...new Set(all)]
  const more = code === 'in_use' ? found.length - mostUses : 0
  return more > 0 ? [...found.slice(0, mostUses), `And ${more} more.`] : found
}

/** Everything to be said below the server's own sentence; empty for what needs no more words. */
export function explain(error: unknown): string[] {
  if (!(error instanceof ApiError)) return []
  const { code, details, message } = error
  const tell = sentences[code as Exclude<ErrorCode, BlockedCode>]
  const found = isBlocked(code) ? sentencesOf(code, error.body['blockers']) : (tell?.(error) ?? [])
  const fields = details.map((detail) => detail.message).filter((text) => text !== message)
  return [...new Set([...found, ...fields])]
}
