import type { Input } from '@stowage/contract/route'
import type { Lot, lots } from '@stowage/contract/warehouse/lots'
import { record } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { fail, notFound } from '../../errors.ts'
import type { Worker } from '../../http/actor.ts'
import { findLot, saveLot } from './lot-queries.ts'

/** Corrects what is said of a lot; every stock line of it follows at once. */
export async function changeLot(
  tx: Tx,
  actor: Worker,
  id: string,
  { version, ...values }: Input<typeof lots.updateLot>['body'],
): Promise<Lot> {
  const { platform } = actor
  const before = (await findLot(tx, platform.id, id)) ?? notFound()
  const saved = await saveLot(tx, platform.id, { id, version }, values)
  if (!saved) fail('version_conflict', { currentVersion: before.version })
  await record(tx, actor, 'LOT_UPDATED', {
    target: { type: 'lot', id, name: before.code },
    metadata: { changed: changesOf(before, saved) },
  })
  return saved
}

const correctable = ['supplierLot', 'manufacturedOn', 'expiresOn'] as const

/** The fields that differ, each with what it was and what it is. */
const changesOf = (before: Lot, after: Lot) =>
  Object.fromEntries(
    correctable
      .filter((field) => before[field] !== after[field])
      .map((field) => [field, { from: before[field], to: after[field] }]),
  )
