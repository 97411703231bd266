import type { BatchReply } from '@stowage/contract/warehouse/fields'
import type { Tx } from '../database/connect.ts'
import { inSavepoint } from '../database/transactions.ts'
import { asFailure } from '../http/problem.ts'

type Result = BatchReply['results'][number]

type Batch<Item> = { mode: 'all_or_nothing' | 'valid_items'; items: readonly Item[] }

type Work<Item> = {
  /** What all items need before the first of them. */
  begin?: () => Promise<void>
  /** Does what one item asks for; the id of what it made or changed. */
  apply: (item: Item, index: number) => Promise<string>
  /** Does the same for all items with fewer statements; where one is refused, they are done one by one. */
  applyAll?: (items: readonly Item[]) => Promise<string[]>
  /** What is done once, after the last of them. */
  finish?: () => Promise<void>
  /** Throws what was in the way of an item, where there is more to say than the error does. */
  explain?: (item: Item, error: unknown) => Promise<void>
}

/** Undoes the whole of a batch that was to be all or nothing. */
class OneFailed extends Error {}

/**
 * Does what each item asks for. One that is refused leaves nothing behind, and in a batch that is to be
 * all or nothing neither do the others. What is no refusal rises.
 */
export async function runBatch<Item>(
  tx: Tx,
  batch: Batch<Item>,
  work: Work<Item>,
): Promise<BatchReply> {
  const ids = await allAtOnce(tx, batch, work)
  if (ids) return summaryOf(ids.map((id, index) => ({ index, status: 'ok', id })))
  const results: Result[] = []
  try {
    await inSavepoint(tx, async () => {
      await work.begin?.()
      for (const [index, item] of batch.items.entries())
        results.push(await attempt(tx, work, item, index))
      if (batch.mode === 'all_or_nothing' && results.some(isError)) throw new OneFailed()
      await work.finish?.()
    })
  } catch (error) {
    if (!(error instanceof OneFailed)) throw error
    return summaryOf(
      results.map((result) =>
        isError(result) ? result : { index: result.index, status: 'skipped' },
      ),
    )
  }
  return summaryOf(results)
}

const isError = ({ status }: Result) => status === 'error'

const summaryOf = (results: Result[]): BatchReply => ({
  applied: results.filter(({ status }) => status === 'ok').length,
  failed: results.filter(isError).length,
  results,
})

async function allAtOnce<Item>(
  tx: Tx,
  { items }: Batch<Item>,
  { applyAll }: Work<Item>,
): Promise<string[] | undefined> {
  if (!applyAll) return undefined
  try {
    return await inSavepoint(tx, () => applyAll(items))
  } catch (error) {
    refusalOf(error)
    return undefined
  }
}

async function attempt<Item>(
  tx: Tx,
  { apply, explain }: Work<Item>,
  item: Item,
  index: number,
): Promise<Result> {
  try {
    return { index, status: 'ok', id: await inSavepoint(tx, () => apply(item, index)) }
  } catch (error) {
    const reason: unknown = await (explain?.(item, error) ?? Promise.resolve()).then(
      () => error,
      (more: unknown) => more,
    )
    return { index, status: 'error', ...refusalOf(reason) }
  }
}

/** What a caller is told of a refusal; a bug, or a database that cannot answer, rises. */
function refusalOf(error: unknown) {
  const { status, code, message, details, extra } = asFailure(error as Error)
  if (status >= 500) throw error
  const { blockers, currentVersion, nearest } = extra as Partial<Result>
  return {
    ...{ code, message, details: [...details] },
    ...(blockers && { blockers }),
    ...(currentVersion !== undefined && { currentVersion }),
    ...(nearest && { nearest }),
  }
}
