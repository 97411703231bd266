import { ApiError } from '../../app/transport.ts'
import { blockersIn, quantityOf, type Sentences } from './blockers.ts'

/** What any noun can refuse. */
const general: Sentences = {
  invalid_transition: (blockers) =>
    blockers.flatMap(({ from, code }) =>
      from === undefined
        ? []
        : [
            `${code ?? 'It'} is now ${from.replaceAll('_', ' ')}. Reload the page to see the change.`,
          ],
    ),
  permission_denied: () => ['Ask an admin of this workspace for permission.'],
  lock_timeout: () => ['Wait a second and try again. It can’t be recorded twice.'],
  idempotency_conflict: () => ['Reload the page and start over.'],
  version_conflict: () => ['Your changes weren’t saved.'],
}

/** What each noun refuses, from the `errors.ts` in its folder. */
const ofNouns = import.meta.glob<Sentences>(
  '../../{workspace,warehouse,orders,inbound,reports}/*/errors.ts',
  {
    eager: true,
    import: 'sentences',
  },
)

const sentenceFor = new Map(
  [general, ...Object.values(ofNouns)].flatMap((sentences) => Object.entries(sentences)),
)

/** Everything to be said below the server's own sentence; empty for what needs no more words. */
export function explain(error: unknown): string[] {
  if (!(error instanceof ApiError)) return []
  const said = sentenceFor.get(error.code)?.(blockersIn(error), error) ?? []
  const fields = error.details
    .map(({ message }) => message)
    .filter((message) => message !== error.message)
  return [...new Set([...said, ...fields])]
}

/** The same blockers where they are no refusal but a warning beforehand. */
export const explainBlockers = (code: string, blockers: readonly unknown[]): string[] =>
  explain(new ApiError(409, { code, blockers }))

/**
 * Of a refusal that found other numbers than those seen: what is there by now, by line and as long as
 * the line still says what was refused.
 */
export function staleQuantities(error: unknown) {
  const found =
    error instanceof ApiError && error.code === 'expected_quantity_stale' ? blockersIn(error) : []
  return (at: number, seen: string): string | undefined =>
    found.find(
      ({ lineNo, expected, current }) =>
        current !== undefined &&
        quantityOf(current) !== quantityOf(seen) &&
        (lineNo === undefined
          ? quantityOf(expected) === quantityOf(seen)
          : lineNo === String(at + 1)),
    )?.current
}
