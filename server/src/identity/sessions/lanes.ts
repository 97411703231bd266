import { z } from 'zod'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { inOneStatement, inTransaction } from '../../database/transactions.ts'
import type { StoredPassword } from '../../hashing.ts'
import { tooManyAttempts } from '../../http/limits.ts'
import { defineJob, sweep } from '../../jobs/queue.ts'
import {
  deleteLane,
  deleteQuietLanes,
  insertLane,
  lockLane,
  uncountAttempt,
  updateLane,
} from './lane-queries.ts'
import { decideAttempt, type LaneDecision, type LaneLimits, type LaneState } from './lane-rules.ts'

/** What failed sign-ins are counted by. Known devices have lanes of their own: strangers cannot lock them out. */
export type Lane = {
  plane: 'operator' | 'tenant'
  platformId?: string
  /** Canonical, or as typed when it is no address; whether it has an account makes no difference. */
  address: string
  /** The device token that was sent, if it is a true one. */
  device: string | undefined
}

/** An attempt that was let in and counts as failed until `clearLane`. */
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
 * Checks a password unless the lane has to wait, which answers 429 without looking at it. The count
 * is committed before the hash is computed: guesses sent all at once find it.
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

/** What nearly every sign-in is: the first in its lane. Undefined when it is not. */
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

/** Forgets the failures before a success. */
export async function clearLane(tx: Tx, { laneHash }: Attempt): Promise<void> {
  await deleteLane(tx, laneHash)
}

const keptMs = 7 * 86_400_000

/** Clears away, once a day, the lanes nobody has failed in for a week. */
export const forgetLanes = defineJob({
  name: 'forget-lanes',
  payload: z.object({}),
  options: { ...sweep, expireInSeconds: 120 },
  run: ({ write, clock }) =>
    write((tx) => deleteQuietLanes(tx, new Date(clock.now().getTime() - keptMs))),
})
