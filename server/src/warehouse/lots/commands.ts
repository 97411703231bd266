import type { Input, Reply } from '@stowage/contract/route'
import type { Lot, lots, LotState } from '@stowage/contract/warehouse/lots'
import type { Db, Tx } from '../../database/connect.ts'
import { fail, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { recordChanges, describeChange } from '../../workspace/records/commands.ts'
import type { DescribedKind } from '../../workspace/records/queries.ts'
import type { StoppedLot } from '../reservations/commands.ts'
import {
  holdLotStock,
  lockLotStock,
  releaseLotStock,
  type LockedLot,
} from '../stock/hold-lot-stock.ts'
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
  const differences = changesOf(before, saved)
  const payload = { changed: Object.keys(differences) }
  const details = { changed: differences }
  await recordChanges(tx, actor, [
    describeChange(describedLot, actor, saved, { change: 'updated', payload, details }),
  ])
  return saved
}

const changes = { active: 'released', hold: 'held', recalled: 'recalled' } as const
const words = { active: 'released', hold: 'put on hold', recalled: 'recalled' } as const

export type StateChange = { version: number; note?: string | undefined; displace?: boolean }

/**
 * Takes what is to be picked of a lot away from its orders, which are served elsewhere or wait. It locks their documents,
 * then the stock with `lock`, and calls `hold` once nothing but what is picked is allocated.
 */
export type WithdrawPicks = (
  tx: Tx,
  actor: WorkspaceMember,
  lot: { id: string } & StoppedLot,
  stock: { lock: () => Promise<void>; hold: () => Promise<void> },
) => Promise<Withdrawn[]>

/** Picks that were withdrawn of an order in a location, and how much of them is not picked elsewhere. */
export type Withdrawn = Reply<typeof lots.hold>['withdrawn'][number]

/**
 * Puts a lot on hold, recalls or releases it. Its stock follows: what is free goes on hold, and what is on hold becomes
 * available again. What orders have of it stays theirs and is neither picked nor shipped, unless it may be taken away
 * from them (`displace`); that may follow later, with the state it has. Returns what was withdrawn.
 */
export async function changeLotState(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  to: LotState,
  { version, note, displace = false }: StateChange,
  withdrawPicks: WithdrawPicks,
): Promise<{ lot: Lot; withdrawn: Withdrawn[] }> {
  const { state: from, ...before } = await getLot(tx, actor, id)
  // A lot that is stopped is stopped again to take away what it left to orders.
  const isAgain = displace && from === to
  const allowed = allowedStates(from)
  if (!isAgain && before.version === version && !allowed.includes(to))
    fail('invalid_transition', { blockers: [{ type: 'lot', from, to, allowed }] })
  await save(tx, actor, before, version, { state: to })
  const said = [`Lot ${before.code} was ${words[to]}`, note].filter(Boolean).join(': ')
  const withdrawn = await moveItsStock()
  const lot = await getLot(tx, actor, id)
  const details = { from, to, ...(note && { note }) }
  const again = from === to ? { again: true as const } : {}
  const payload = { ...(note && { reason: note }), ...again }
  await recordChanges(tx, actor, [
    describeChange(describedLot, actor, lot, { change: changes[to], payload, details }),
  ])
  return { lot, withdrawn }

  async function moveItsStock(): Promise<Withdrawn[]> {
    if (to === 'active') {
      await releaseLotStock(tx, actor, id, said)
      return []
    }
    let locked: LockedLot = { lotId: id, bucketIds: new Set() }
    const lock = async () => {
      locked = await lockLotStock(tx, actor, id)
    }
    const stopped = { lot: before.code, lotState: to, ...(note && { reason: note }) }
    const hold = () => holdLotStock(tx, actor, locked, { note: said, displace, stopped })
    if (displace) return withdrawPicks(tx, actor, { id, ...stopped }, { lock, hold })
    await lock()
    await hold()
    return []
  }
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

const describedLot: DescribedKind<Pick<Lot, 'id' | 'version' | 'code' | 'sku'>, 'lot'> = {
  type: 'lot',
  nameOf: ({ code }) => code,
  carried: ({ code, sku }) => ({ number: code, sku }),
}

const correctable = ['supplierLot', 'manufacturedOn', 'expiresOn'] as const

/** The fields that differ, each with what it was and what it is. */
const changesOf = (before: Lot, after: Lot) =>
  Object.fromEntries(
    correctable
      .filter((field) => before[field] !== after[field])
      .map((field) => [field, { from: before[field], to: after[field] }]),
  )
