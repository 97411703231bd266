import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { inOneStatement, inTransaction } from '../../database/transactions.ts'
import type { StoredPassword } from '../../crypto/hashing.ts'
import { tooManyAttempts } from '../../http/limits.ts'
import { deleteLane, insertLane, lockLane, uncountAttempt, updateLane } from './queries.ts'
import { decideAttempt, type LaneDecision, type LaneLimits, type LaneState } from './rules.ts'

/**
 * Rate limit key of failed sign-ins. Known devices have separate lanes, so strangers cannot lock
 * out the owner.
 */
export type Lane = {
  plane: 'operator' | 'tenant'
  platformId?: string
  /** Canonical, or as typed if it is malformed. Does not depend on whether it has an account. */
  address: string
  /** The device token that was sent, if it is valid. */
  device: string | undefined
}

/** An admitted attempt. It counts as failed until `clearLane`. */
export type Attempt = { laneHash: Buffer } & Pick<
  Extract<LaneDecision, { kind: 'go' }>,
  'pause' | 'warns'
>

const laneLimits = ({ allowances }: Config): LaneLimits => ({
  most: allowances.LOGIN_LANE.points,
  pauseMs: allowances.LOGIN_LANE.window * 1000,
  free: allowances.LOGIN_FREE,
})

type Guess = { stored: StoredPassword | undefined; password: string }

/**
 * Verifies a password. While the lane is paused, answers 429 without verifying. The count is
 * committed before the hash is computed, so concurrent guesses are counted.
 */
export async function tryPassword(
  { config, db, secrets, hasher }: Context,
  lane: Lane,
  { stored, password }: Guess,
  at: Date,
) {
  const { plane, platformId, address, device } = lane
  const name = JSON.stringify([plane, platformId, address, device])
  const laneHash = secrets.mac('sign-in-lane', name)
  const decide: Decide = (state) => decideAttempt(state, at, laneLimits(config))
  const decision =
    (await countFirst(db, laneHash, decide)) ??
    (await inTransaction(db, {}, (tx) => countAttempt(tx, laneHash, decide)))
  if (decision.kind === 'wait') tooManyAttempts('LOGIN_LANE', decision.waitMs)
  const { pause, warns } = decision
  try {
    const { ok, rehash } = await hasher.verify(stored, password)
    return { ok, rehash, attempt: { laneHash, pause, warns } satisfies Attempt }
  } catch (error) {
    await inTransaction(db, {}, (tx) => uncountAttempt(tx, laneHash))
    throw error
  }
}

type Decide = (state: LaneState | undefined) => LaneDecision

/**
 * Handles the most common case, the first attempt of a lane, without a lock. Returns undefined
 * otherwise.
 */
async function countFirst(db: Db, laneHash: Buffer, decide: Decide) {
  const first = decide(undefined)
  if (first.kind === 'wait') return undefined
  const isFirst = await inOneStatement(db, (tx) => insertLane(tx, laneHash, first.next))
  return isFirst ? first : undefined
}

async function countAttempt(tx: Tx, laneHash: Buffer, decide: Decide): Promise<LaneDecision> {
  for (;;) {
    const first = decide(undefined)
    if (first.kind === 'go' && (await insertLane(tx, laneHash, first.next))) return first
    const state = await lockLane(tx, laneHash)
    // A success cleared the lane between the two statements.
    if (!state) continue
    const decision = decide(state)
    if (decision.kind === 'go') await updateLane(tx, laneHash, decision.next)
    return decision
  }
}

/** Clears the failures after a success. */
export async function clearLane(tx: Tx, { laneHash }: Attempt): Promise<void> {
  await deleteLane(tx, laneHash)
}
