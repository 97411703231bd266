import { importFacts } from '@stowage/contract/import-kinds'
import { record } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { Failure } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { findWorker } from '../api-keys/find-worker.ts'
import { saveImport, type Locked } from './queries.ts'
import { countResults, markStopped } from './row-queries.ts'
import { kindOf } from './steps.ts'

/** Thrown to take back a file that is written wholly or not at all, once whoever began may no longer. */
export class WorkerGone extends Error {}

/** Returns whoever began the work on a file as they are now, or undefined once they may no longer. */
export async function findWorkerOf(
  tx: Tx,
  begun: WorkspaceMember,
  file: Locked,
): Promise<WorkspaceMember | undefined> {
  const now = await findWorker(tx, begun)
  if (!now?.holds.has('import.run') || !now.holds.has(importFacts[file.kind].right))
    return undefined
  if (file.busy !== 'apply') return now
  try {
    await kindOf(file).requireApply?.(tx, now)
  } catch (error) {
    if (error instanceof Failure && error.code === 'permission_denied') return undefined
    throw error
  }
  return now
}

const whys = {
  validate: 'Checking stopped because whoever started it is no longer allowed to import this file.',
  apply: 'Stopped because whoever started the import is no longer allowed to import this file.',
  undo: 'Undoing stopped because whoever started it is no longer allowed to.',
}

/**
 * Ends the work on a file where it is. What was applied stays, and can be undone; the rows whose turn has not come
 * fail, so they can be downloaded and imported by somebody else. Always true.
 */
export async function stopWork(tx: Tx, actor: WorkspaceMember, file: Locked): Promise<true> {
  const { platform, at } = actor
  const { busy } = file
  const message = whys[busy ?? 'apply']
  const failure = { code: 'import_stopped', message, blockers: [] }
  if (busy === 'apply') await markStopped(tx, platform.id, file.id, message)
  const counts = await countResults(tx, platform.id, file.id)
  const state = counts.rowsApplied > 0 ? 'done_with_errors' : 'failed'
  await saveImport(tx, platform.id, file.id, {
    busy: null,
    lastRow: 0,
    updatedAt: at,
    finishedAt: at,
    failure: JSON.stringify(failure),
    // Rows that are only partly checked cannot be applied.
    ...(busy === 'validate' && { state: 'uploaded' as const, finishedAt: null }),
    ...(busy === 'apply' && { state, ...counts }),
  })
  if (busy === 'apply')
    await record(tx, actor, 'IMPORT_APPLIED', {
      target: { type: 'import', id: file.id, name: file.fileName },
      metadata: { kind: file.kind, applied: counts.rowsApplied, failed: counts.rowsFailed },
    })
  return true
}
