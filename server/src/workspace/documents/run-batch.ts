import { rejectedResult, type BatchReply, type RejectedItem } from '@stowage/contract/batches'
import type { Tx } from '../../database/connect.ts'
import { inSavepoint } from '../../database/transactions.ts'
import { asFailure } from '../../http/problem.ts'

type Result = BatchReply['results'][number]

type Batch<Item> = {
  mode: 'all_or_nothing' | 'valid_items'
  items: readonly Item[]
  /** Items that were left out because they do not fit their schema (`parseBody`). */
  rejected?: readonly RejectedItem[]
}

type Work<Item> = {
  /** Prepares all items before the first is applied, except those known to be refused. */
  begin?: (isRefused: (index: number) => boolean) => Promise<void>
  /** Runs once, after the last item. */
  finish?: () => Promise<void>
  /** Throws what was in the way of an item, where there is more to say than the error does. */
  explain?: (item: Item, error: unknown) => Promise<void>
  /** Checks whether `begin` wrote something for an item that must be undone when it is refused. */
  leavesTraces?: (index: number) => boolean
  /** An item that others hold too long is refused like any other, instead of failing the batch. */
  skipsLocked?: boolean
} & (OneByOne<Item> | Together<Item>)

/** Does what one item asks for; the id of what it made or changed. */
type OneByOne<Item> = { apply: (item: Item, index: number) => Promise<string> }
/** Does what several items ask for with as many statements as for one; their ids, in order. */
type Together<Item> = { applyAll: (items: readonly Item[]) => Promise<string[]> }

/** Undoes the whole of a batch that was to be all or nothing. */
class OneFailed extends Error {}
/** Undoes what was begun for items that were refused; for the others it is begun anew. */
class BeginAnew extends Error {}

/**
 * Does what each item asks for. One that is refused leaves nothing behind, and in a batch that is to be
 * all or nothing neither do the others. What is no refusal rises.
 */
export async function runBatch<Item>(
  tx: Tx,
  batch: Batch<Item>,
  work: Work<Item>,
): Promise<BatchReply> {
  const refused = new Map<number, Result>()
  const { rejected = [] } = batch
  for (;;) {
    let results: Result[] = []
    try {
      await inSavepoint(tx, async () => {
        await work.begin?.((index) => refused.has(index))
        results = await applyEach(tx, batch.items, work, refused)
        const failed = results.filter(isError)
        if (batch.mode === 'all_or_nothing' && failed.length + rejected.length > 0)
          throw new OneFailed()
        const found = failed.filter(({ index }) => !refused.has(index))
        for (const one of found) refused.set(one.index, one)
        if (found.some(({ index }) => work.leavesTraces?.(index))) throw new BeginAnew()
        await work.finish?.()
      })
      return summaryOf(inOrder(results, rejected))
    } catch (error) {
      if (error instanceof OneFailed)
        return summaryOf(inOrder(results.map(unlessRefused), rejected))
      if (!(error instanceof BeginAnew)) throw error
    }
  }
}

const isError = ({ status }: Result) => status === 'error'
const unlessRefused = (result: Result): Result =>
  isError(result) ? result : { index: result.index, status: 'skipped' }

/** The results in the order of the items that were sent. */
function inOrder(results: readonly Result[], rejected: readonly RejectedItem[]): Result[] {
  if (rejected.length === 0) return [...results]
  const found = new Map(rejected.map((one) => [one.index, one]))
  const others = results.values()
  return Array.from({ length: results.length + rejected.length }, (_, index): Result => {
    const one = found.get(index)
    // There are as many places left as results.
    return one ? rejectedResult(one) : { ...(others.next().value as Result), index }
  })
}

const summaryOf = (results: Result[]): BatchReply => ({
  applied: results.filter(({ status }) => status === 'ok').length,
  failed: results.filter(isError).length,
  results,
})

/** As many items share a savepoint: with one that is refused, those before it are done once more. */
const mostInOne = 50
/** Items that are done together do not say which one is refused: it is looked for in so many parts. */
const parts = 8

/**
 * Each item as if in a savepoint of its own. That would cost more than what most items ask for, and nearly
 * all of them are done: so many share one, and only what is undone with one that is refused is done again.
 */
async function applyEach<Item>(
  tx: Tx,
  items: readonly Item[],
  work: Work<Item>,
  refused: ReadonlyMap<number, Result>,
): Promise<Result[]> {
  const results: Result[] = []

  async function applyRange(from: number, to: number): Promise<void> {
    let next = from
    const done: Result[] = []
    try {
      await inSavepoint(tx, async () => {
        if ('applyAll' in work) {
          const ids = await work.applyAll(items.slice(from, to))
          done.push(...ids.map((id, i) => okay(from + i, id)))
        } else
          for (const item of items.slice(from, to)) {
            done.push(refused.get(next) ?? okay(next, await work.apply(item, next)))
            next += 1
          }
      })
      results.push(...done)
    } catch (error) {
      refusalOf(error, work.skipsLocked)
      if ('applyAll' in work && to - from > 1) return applyParts(from, to, (to - from) / parts)
      // Nothing is left to refuse: repeating the range would fail the same way forever.
      if (next === to) throw error
      await applyParts(from, next, mostInOne)
      const reason = await explained(items[next] as Item, error)
      results.push({ index: next, status: 'error', ...refusalOf(reason, work.skipsLocked) })
      await applyParts(next + 1, to, mostInOne)
    }
  }

  async function applyParts(from: number, to: number, size: number): Promise<void> {
    const step = Math.ceil(size)
    for (let begin = from; begin < to; begin += step)
      await applyRange(begin, Math.min(begin + step, to))
  }

  const explained = async (item: Item, error: unknown): Promise<unknown> =>
    (work.explain?.(item, error) ?? Promise.resolve()).then(
      () => error,
      (more: unknown) => more,
    )

  await applyParts(0, items.length, 'applyAll' in work ? items.length : mostInOne)
  return results
}

const okay = (index: number, id: string): Result => ({ index, status: 'ok', id })

/** Returns the refusal for the caller. Rethrows bugs and failures of the database. */
function refusalOf(error: unknown, skipsLocked = false) {
  const { status, code, message, details, extra } = asFailure(error as Error)
  if (status >= 500 && !(skipsLocked && code === 'lock_timeout')) throw error
  const { blockers, currentVersion, nearest, nearestUnit } = extra as Partial<Result>
  return {
    code,
    message,
    details: [...details],
    ...(blockers && { blockers }),
    ...(currentVersion !== undefined && { currentVersion }),
    ...(nearest && { nearest }),
    ...(nearestUnit !== undefined && { nearestUnit }),
  }
}
