import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { inTransaction } from '../../database/transactions.ts'
import { insertTransit } from '../locations/warehouse-queries.ts'
import { insertReasons, insertSettings } from './queries.ts'
import { reasons } from './seed.ts'

/** Platforms this process has seen ready, by the context they were seen with. */
const ready = new WeakMap<object, Set<string>>()

/**
 * Gives a platform its settings, its reasons and the one warehouse for goods on their way, all of
 * which the stock functions rely on. Asked before every call, done once for each platform and process.
 */
export async function openWarehouse(context: Context, platformId: string, at: Date): Promise<void> {
  const seen = ready.get(context.db) ?? new Set<string>()
  if (seen.has(platformId)) return
  await inTransaction(context.db, { platformId }, (tx) => prepareWarehouse(tx, platformId, at))
  ready.set(context.db, seen.add(platformId))
}

/** The rows themselves: what is there stays as it is. */
export async function prepareWarehouse(tx: Tx, platformId: string, at: Date): Promise<void> {
  await insertSettings(tx, platformId, at)
  await insertReasons(tx, platformId, reasons, at)
  await insertTransit(tx, platformId, newId(), at)
}
