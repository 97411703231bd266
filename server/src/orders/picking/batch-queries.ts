import { sql } from 'kysely'
import type { Tx } from '../../database/connect.ts'
import { givenRows } from '../../database/given.ts'

/** The place of a task in the walk of a batch. */
export type WalkPosition = { id: string; batchId: string; sequence: number }

/** Puts tasks into batches, or moves them there; they are of whoever has the batch. */
export async function placeTasks(
  tx: Tx,
  platformId: string,
  places: readonly WalkPosition[],
): Promise<void> {
  await sql`
    update tenant.pick_tasks t set batch_id = k.batch_id, sequence = g.sequence,
      assigned_to = k.assigned_to
    from ${givenRows(JSON.stringify(places), 'id uuid, "batchId" uuid, sequence int')} g
    join tenant.pick_batches k on k.platform_id = ${platformId} and k.batch_id = g."batchId"
    where t.platform_id = ${platformId} and t.pick_task_id = g.id`.execute(tx)
}

/** Takes what is to be picked out of a batch, free for anyone. */
export async function leaveBatch(tx: Tx, platformId: string, batchId: string): Promise<void> {
  await sql`
    update tenant.pick_tasks set batch_id = null, sequence = null, assigned_to = null
    where platform_id = ${platformId} and batch_id = ${batchId} and state = 'ready'`.execute(tx)
}

/** Gives what is to be picked of a batch to a member or API key, or to nobody. */
export async function assignBatchTasks(
  tx: Tx,
  platformId: string,
  batchId: string,
  to: string | null,
): Promise<void> {
  await sql`
    update tenant.pick_tasks set assigned_to = ${to}::uuid
    where platform_id = ${platformId} and batch_id = ${batchId} and state = 'ready'`.execute(tx)
}
