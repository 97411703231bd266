import type { Tx } from '../../database/connect.ts'
import { prepare, prepareWrite } from '../../database/prepared.ts'
import type { LaneState } from './rules.ts'

/** Inserts the lane. Returns false if it exists. Waits for a concurrent insert of the same lane. */
export async function insertLane(tx: Tx, laneHash: Buffer, state: LaneState): Promise<boolean> {
  return (await insertRow(tx, { laneHash, ...state })).length > 0
}

const insertRow = prepare((tx: Tx, row: LaneState & { laneHash: Buffer }) =>
  tx
    .insertInto('identity.signInLanes')
    .values(row)
    .onConflict((conflict) => conflict.column('laneHash').doNothing())
    .returning('laneHash'),
)

/** Locks the lane, so its attempts are decided one at a time. */
export function lockLane(tx: Tx, laneHash: Buffer): Promise<LaneState | undefined> {
  return tx
    .selectFrom('identity.signInLanes')
    .select(['failures', 'streak', 'lastFailureAt'])
    .where('laneHash', '=', laneHash)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateLane(tx: Tx, laneHash: Buffer, state: LaneState): Promise<void> {
  await tx.updateTable('identity.signInLanes').set(state).where('laneHash', '=', laneHash).execute()
}

/** Removes one failure, for an attempt that was counted but never checked. */
export async function uncountAttempt(tx: Tx, laneHash: Buffer): Promise<void> {
  await tx
    .updateTable('identity.signInLanes')
    .set((lane) => ({
      failures: lane.fn<number>('greatest', [lane('failures', '-', 1), lane.lit(0)]),
      streak: lane.fn<number>('greatest', [lane('streak', '-', 1), lane.lit(0)]),
    }))
    .where('laneHash', '=', laneHash)
    .execute()
}

export const deleteLane = prepareWrite((tx, laneHash: Buffer) =>
  tx.deleteFrom('identity.signInLanes').where('laneHash', '=', laneHash),
)

/** Deletes the lanes without a failure since then. */
export async function deleteQuietLanes(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('identity.signInLanes').where('lastFailureAt', '<', before).execute()
}
