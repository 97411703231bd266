import type { home, Home } from '@stowage/contract/workspace/home'
import type { Handlers } from '../../http/mount.ts'
import { callsOfMonth } from '../../platforms/directory/count-call.ts'
import { registered } from '../../registry.ts'
import { findRecent, findSetup, findToday } from './queries.ts'

export const homeHandlers: Handlers<typeof home> = {
  show: ({ read, actor, db: pool, log }, { query }) => {
    const { platform, at, id } = actor
    const scope = narrowed(actor.warehouses, query.warehouse)
    return read(async (db): Promise<Home> => {
      const { home: sources } = registered()
      const [hasData, movements, calls, findings, recent, today, setup] = await Promise.all([
        sources.hasData(db, platform.id),
        sources.countToday(db, platform.id, scope, at),
        callsOfMonth({ db: pool, log }, db, platform.id, at),
        sources.listFindings(db, platform.id),
        findRecent(db, platform.id, scope, id),
        findToday(db, platform.id, scope, at),
        findSetup(db, platform.id),
      ])
      return {
        hasData,
        activity: { movements },
        usage: { calls },
        recent,
        today,
        setup,
        security: { state: findings.length > 0 ? 'check' : 'good', findings },
      }
    })
  },
}

/** The warehouse that was asked for, if it is in sight; else nothing is. */
function narrowed(scope: readonly string[] | null, warehouse: string | undefined) {
  if (warehouse === undefined) return scope
  return scope === null || scope.includes(warehouse) ? [warehouse] : []
}
