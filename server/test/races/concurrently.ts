import type { ErrorCode } from '@stowage/contract/errors'
import { expect } from 'vitest'

/** Runs `work` this many times in parallel. */
export const concurrently = <T>(count: number, work: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)))

/** Counts each word; undefined counts as ok. */
export const tally = (words: readonly (string | number | undefined)[]) =>
  Object.fromEntries(
    [...Map.groupBy(words, (word) => word ?? 'ok')].map(([word, all]) => [word, all.length]),
  )

/** Counts the answers by status. */
export const statuses = (answers: readonly { status: number }[]) =>
  tally(answers.map(({ status }) => status))

/** Calls again while it is answered 503: on a slow machine a lock may be waited for longer than allowed. */
export async function onceFree<Answer extends { status: number }>(call: () => Promise<Answer>) {
  for (;;) {
    const answer = await call()
    if (answer.status !== 503) return answer
  }
}

/** Fewer than twenty often miss a check that is gone: four let a change of an old version pass. */
export const contenders = 24

/** Sends the same call from many clients. One must succeed, and all others be refused with `code`. */
export async function expectOneWinner(
  call: (i: number) => Promise<{ status: number; body: object }>,
  code: ErrorCode,
): Promise<void> {
  const answers = await concurrently(contenders, (i) => onceFree(() => call(i)))
  const codes = answers.map(({ body }) => (body as { code?: string }).code)
  expect(tally(codes)).toEqual({ ok: 1, [code]: contenders - 1 })
}
