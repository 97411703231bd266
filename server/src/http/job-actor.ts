import {
  warehousePermissions,
  type WarehousePermission,
} from '@stowage/contract/member-permissions'
import { z } from 'zod'
import type { WorkspaceMember } from './actor.ts'

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

/**
 * Whoever began something that a job goes on with, with the rights of that moment. What a job may do is asked anew
 * with `findWorker`, since a job can outlast the rights of who began it.
 */
export const jobActor = z.union([member, apiKey])
export type JobActor = z.output<typeof jobActor>

export const toJobActor = (actor: WorkspaceMember): JobActor =>
  jobActor.parse({ ...actor, holds: [...actor.holds] })

export const fromJobActor = ({ holds, ...actor }: JobActor, at: Date): WorkspaceMember => ({
  ...actor,
  holds: new Set(holds),
  at,
})
