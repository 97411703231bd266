import {
  warehousePermissions,
  type WarehousePermission,
} from '@stowage/contract/member-permissions'
import { z } from 'zod'
import type { Tx } from '../../database/connect.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { defineJob, enqueue } from '../../jobs/queue.ts'
import { Failure } from '../../errors.ts'
import { workOn } from './run.ts'

/** Milliseconds after which a run hands over, so that one that died is missed soon. */
const shift = 45_000

const permission = z.enum(warehousePermissions as [WarehousePermission])
const worker = z.object({
  id: z.uuid(),
  amr: z.array(z.string()),
  platform: z.object({ id: z.uuid(), slug: z.string() }),
  ip: z.string(),
  userAgent: z.string().nullable(),
  requestId: z.string(),
  holds: z.array(permission),
  warehouses: z.array(z.uuid()).nullable(),
})
const member = worker.extend({
  // Jobs of the release before carry no type.
  type: z.literal('tenant_user').default('tenant_user'),
  email: z.string(),
  role: z.string(),
  permissions: z.array(z.string()),
  sessionId: z.string(),
})
const apiKey = worker.extend({
  type: z.literal('api_key'),
  name: z.string(),
  email: z.null(),
  permissions: z.array(permission),
  sessionId: z.null(),
})
const payload = z.object({ importId: z.uuid(), worker: z.union([member, apiKey]) })
type Payload = z.output<typeof payload>

/** Goes on with what somebody has begun with a file, as that somebody with the rights of that moment. */
export const runImport = defineJob<Payload>({
  name: 'run-import',
  payload,
  options: {
    retryLimit: 50,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: 90,
  },
  async run({ clock, write, signal }, { importId, worker }) {
    const begun = performance.now()
    const isOver = () => signal.aborted || performance.now() - begun > shift
    const { holds, platform } = worker
    const actor: WorkspaceMember = {
      ...worker,
      holds: new Set(holds),
      at: clock.now(),
    }
    const inScope = <T>(work: (tx: Tx) => Promise<T>) => write(work, { platformId: platform.id })
    try {
      if (await workOn(inScope, actor, importId, isOver)) return
    } catch (error) {
      // Kept with the file, where whoever began it looks.
      if (error instanceof Failure && error.status < 500) return
      throw error
    }
    await inScope((tx) => enqueue(tx, runImport, { importId, worker }))
  },
})

/** Asks a worker to go on with the file, should this process not live to do it. */
export const continueLater = (tx: Tx, importId: string, actor: WorkspaceMember) => {
  const worker = payload.shape.worker.parse({ ...actor, holds: [...actor.holds] })
  return enqueue(tx, runImport, { importId, worker })
}
