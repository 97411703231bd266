import type { Db } from '../../database/connect.ts'
import type { ActorInScope, WorkspaceMember } from '../../http/actor.ts'
import { rightsOf } from '../../http/authorization.ts'
import { permissionsOfKey } from './rules.ts'
import { findActiveKey, findActiveMember } from './worker-queries.ts'

/**
 * Returns whoever began some work as they are now, with their rights and warehouses of now. Undefined once they are
 * removed, or their key is revoked or expired. A session that ended ends no work.
 */
export async function findWorker(
  db: Db,
  { holds: _, ...begun }: WorkspaceMember,
): Promise<WorkspaceMember | undefined> {
  const now = await currentOf(db, begun)
  return now && { ...now, holds: rightsOf(now) }
}

async function currentOf(db: Db, begun: ActorInScope): Promise<ActorInScope | undefined> {
  const { platform, id, at } = begun
  if (begun.type === 'api_key') {
    const key = await findActiveKey(db, platform.id, id, at)
    return key && { ...begun, ...key, permissions: permissionsOfKey(key.permissions) }
  }
  const member = await findActiveMember(db, platform.id, id)
  if (!member) return undefined
  return {
    ...begun,
    ...member,
    warehouses: member.warehouses.length > 0 ? member.warehouses : null,
  }
}
