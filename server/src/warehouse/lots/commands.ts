import type { Input } from '@stowage/contract/route'
import type { Lot, lots, LotState } from '@stowage/contract/warehouse/lots'
import { record } from '../../audit.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { fail, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { insertEvent } from '../../workspace/events/queries.ts'
import { holdLotStock, releaseLotStock } from '../stock/lot-holds.ts'
import { findDay, findLot, saveLot } from './list-queries.ts'
import { allowedStates } from './rules.ts'

/** The lot as a member sees it; fails with `not_found`. */
export async function getLot(
  db: Db,
  { platform, warehouses, at }: WorkspaceMember,
  id: string,
  warehouse?: string,
): Promise<Lot> {
  const day = await findDay(db, platform.id, warehouse, at)
  const lot = await findLot(db, platform.id, { warehouses, warehouse, day }, id)
  return lot ?? notFound()
}

/** Corrects what is said of a lot; every stock line of it follows at once. */
export async function changeLot(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, ...values }: Input<typeof lots.updateLot>['body'],
): Promise<Lot> {
  const before = await getLot(tx, actor, id)
  const saved = await save(tx, actor, before, version, values)
  await recordChange(tx, actor, saved, 'LOT_UPDATED', { changed: changesOf(before, saved) })
  return saved
}

const actions = { active: 'LOT_RELEASED', hold: 'LOT_HELD', recalled: 'LOT_RECALLED' } as const
const words = { active: 'released', hold: 'put on hold', recalled: 'recalled' } as const

export type StateChange = { version: number; note?: string | undefined; displace?: boolean }

/**
 * Puts a lot on hold, recalls or releases it. Its stock follows: what is available goes on hold, what is on
 * hold becomes available again. Where that would break promises, nothing changes,
 * unless they may wait again (`displace`).
 */
export async function changeLotState(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  to: LotState,
  { version, note, displace = false }: StateChange,
): Promise<Lot> {
  const { state: from, ...before } = await getLot(tx, actor, id)
  const allowed = allowedStates(from)
  if (before.version === version && !allowed.includes(to))
    fail('invalid_transition', { blockers: [{ type: 'lot', from, to, allowed }] })
  await save(tx, actor, before, version, { state: to })
  const said = [`Lot ${before.code} was ${words[to]}`, note].filter(Boolean).join(': ')
  if (to === 'active') await releaseLotStock(tx, actor, id, said)
  else await holdLotStock(tx, actor, id, { note: said, displace })
  const saved = await getLot(tx, actor, id)
  await recordChange(tx, actor, saved, actions[to], { from, to, ...(note && { note }) })
  return saved
}

async function save(
  tx: Tx,
  actor: WorkspaceMember,
  before: Pick<Lot, 'id' | 'version'>,
  version: number,
  values: Parameters<typeof saveLot>[3],
): Promise<Lot> {
  const { id } = before
  if (!(await saveLot(tx, actor.platform.id, { id, version }, values))) {
    const { version: currentVersion } = await getLot(tx, actor, id)
    fail('version_conflict', { currentVersion })
  }
  return getLot(tx, actor, id)
}

const events = {
  LOT_UPDATED: 'lot.updated',
  LOT_HELD: 'lot.held',
  LOT_RELEASED: 'lot.released',
  LOT_RECALLED: 'lot.recalled',
} as const

/** Writes the audit entry and the event of one change. */
async function recordChange(
  tx: Tx,
  actor: WorkspaceMember,
  { id, code, sku, version }: Lot,
  action: keyof typeof events,
  metadata: Record<string, unknown>,
): Promise<void> {
  await record(tx, actor, action, { target: { type: 'lot', id, name: code }, metadata })
  await insertEvent(tx, actor.platform.id, {
    type: events[action],
    subject: { type: 'lot', id, version },
    payload: { number: code, sku },
    at: actor.at,
  })
}

const correctable = ['supplierLot', 'manufacturedOn', 'expiresOn'] as const

/** The fields that differ, each with what it was and what it is. */
const changesOf = (before: Lot, after: Lot) =>
  Object.fromEntries(
    correctable
      .filter((field) => before[field] !== after[field])
      .map((field) => [field, { from: before[field], to: after[field] }]),
  )
