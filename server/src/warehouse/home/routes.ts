import type { home, Home } from '@stowage/contract/warehouse/home'
import type { Handlers } from '../../http/mount.ts'
import { callsOfMonth } from '../../platforms/usage/counting.ts'
import {
  countMovesToday,
  findLastCheck,
  findRecent,
  findSetup,
  findToday,
  hasMoves,
} from './queries.ts'

export const homeHandlers: Handlers<typeof home> = {
  show: ({ read, actor, db: pool, log }, { query }) => {
    const { platform, at, id } = actor
    const scope = narrowed(actor.warehouses, query.warehouse)
    return read(async (db): Promise<Home> => {
      const [hasData, movements, calls, check, recent, today, setup] = await Promise.all([
        hasMoves(db, platform.id),
        countMovesToday(db, platform.id, scope, at),
        callsOfMonth({ db: pool, log }, db, platform.id, at),
        findLastCheck(db, platform.id),
        findRecent(db, platform.id, scope, id),
        findToday(db, platform.id, scope),
        findSetup(db, platform.id),
      ])
      const findings = findingsOf(check)
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

const findingsOf = (check: { isClean: boolean } | undefined): Home['security']['findings'] =>
  check?.isClean ? [] : [{ code: check ? 'books_differ' : 'never_checked' }]

/** The warehouse that was asked for, if it is in sight; else nothing is. */
function narrowed(scope: readonly string[] | null, warehouse: string | undefined) {
  if (warehouse === undefined) return scope
  return scope === null || scope.includes(warehouse) ? [warehouse] : []
}
