/** So many at once. */
export const concurrently = <T>(count: number, work: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)))

/** How often each is there; what is undefined counts as ok. */
export const tally = (words: readonly (string | number | undefined)[]) =>
  Object.fromEntries(
    [...Map.groupBy(words, (word) => word ?? 'ok')].map(([word, all]) => [word, all.length]),
  )

/** How many answers have each status. */
export const statuses = (answers: readonly { status: number }[]) =>
  tally(answers.map(({ status }) => status))

/** Calls again while it is answered 503: on a slow machine a lock may be waited for longer than allowed. */
export async function onceFree<Answer extends { status: number }>(call: () => Promise<Answer>) {
  for (;;) {
    const answer = await call()
    if (answer.status !== 503) return answer
  }
}
