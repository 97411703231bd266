import {
  blockers,
  type BlockedCode,
  type Blocker,
  type BlockerOf,
} from '@stowage/contract/blockers'
import type { ErrorCode } from '@stowage/contract/errors'
import { formatQuantity } from '../../app/format.ts'
import { ApiError } from '../../app/transport.ts'

/** For each error code: the sentence for one of its blockers, or what else there is to say. */
export type Sentences = {
  [C in ErrorCode]?: C extends BlockedCode
    ? (blocker: BlockerOf<C>) => string | undefined
    : (error: ApiError) => string[]
}

export const isBlocked = (code: string): code is BlockedCode => Object.hasOwn(blockers, code)

/** Returns those that are blockers of this code. */
export function parseBlockers<C extends BlockedCode>(code: C, given: unknown): BlockerOf<C>[] {
  const all: unknown[] = Array.isArray(given) ? given : []
  return all.flatMap((one) => {
    const { data } = blockers[code].safeParse(one)
    return data === undefined ? [] : [data as BlockerOf<C>]
  })
}

/** Returns the blockers of a call refused with this code; none for any other error. */
export const blockersOf = <C extends BlockedCode>(error: unknown, code: C): BlockerOf<C>[] =>
  error instanceof ApiError && error.code === code
    ? parseBlockers(code, error.body['blockers'])
    : []

/** Returns the blockers of a refused call. */
export const allBlockersOf = (error: unknown): Blocker[] =>
  error instanceof ApiError && isBlocked(error.code) ? blockersOf(error, error.code) : []

/** 'MUG in A-01': the item of a blocker and its location. */
export const whereOf = ({ sku, location }: { sku: string; location: string }) =>
  `${sku} in ${location}`

export const joined = (parts: readonly string[]) => parts.join(', ')

/**
 * Returns a lookup of the current quantities in a refusal over stale ones. It finds one by the index of the
 * line, as long as the line still shows the refused quantity.
 */
export function staleQuantities(error: unknown) {
  const found = blockersOf(error, 'expected_quantity_stale')
  return (at: number, seen: string): string | undefined =>
    found.find(
      ({ lineNo, expected, current }) =>
        formatQuantity(current) !== formatQuantity(seen) &&
        (lineNo === undefined
          ? formatQuantity(expected) === formatQuantity(seen)
          : lineNo === at + 1),
    )?.current
}
