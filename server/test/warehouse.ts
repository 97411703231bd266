import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import type { Location } from '@stowage/contract/warehouse/locations'
import { record } from '../src/audit.ts'
import { inTransaction } from '../src/database/transactions.ts'
import type { WorkspaceMember } from '../src/http/actor.ts'
import { postMove, type Move, type MoveLine } from '../src/warehouse/stock/kernel-queries.ts'
import type { TestApp } from './app.ts'

const { warehouses, locations } = api.warehouse

/** A platform of its own with a warehouse MAIN, bins, and its owner signed in there. */
export async function newWarehouse(app: TestApp) {
  const owner = await app.newOperator()
  const platform = await app.newPlatform(owner)
  const params = { slug: platform.slug }
  const signedIn = await app.call(api.platforms.tenantSessions.login, {
    params,
    body: { email: owner.email, password: owner.password },
  })
  const { accessToken: token } = signedIn.body.tokens
  const { body } = await app.call(warehouses.create, {
    params,
    token,
    body: { code: 'MAIN', name: 'Main' },
  })
  const { warehouse } = body
  const bin = async (code: string): Promise<Location> => {
    const answer = await app.call(locations.create, {
      params,
      token,
      body: { warehouseId: warehouse.id, code },
    })
    return answer.body.location
  }
  return {
    owner,
    platform,
    params,
    token,
    warehouse,
    starting: body.locations,
    a01: await bin('A-01'),
    a02: await bin('A-02'),
  }
}

export type Site = Awaited<ReturnType<typeof newWarehouse>>

/** Posts a move of the site as a command would, with its entry in the log. */
export async function post(
  app: TestApp,
  site: Site,
  move: Pick<Move, 'kind' | 'effectiveAt'>,
  lines: readonly MoveLine[],
) {
  const { platform, warehouse } = site
  const worker: WorkspaceMember = {
    type: 'tenant_user',
    id: randomUUID(),
    email: 'mo@example.com',
    role: 'admin',
    permissions: [],
    holds: new Set(),
    warehouses: null,
    platform,
    sessionId: randomUUID(),
    amr: [],
    ip: '127.0.0.1',
    userAgent: null,
    requestId: randomUUID(),
    at: app.clock.now(),
  }
  return inTransaction(app.db, { platformId: platform.id }, async (tx) => {
    await record(tx, worker, 'STOCK_MOVED')
    const head = { ...move, warehouseId: warehouse.id, sourceType: 'move' }
    return postMove(tx, worker, head, lines)
  })
}

/** Puts so many quanta of a variant into the bin A-01, at a cost of one for each unit. */
export const receive = (
  app: TestApp,
  site: Site,
  variantId: string,
  quanta: string,
  at: Partial<Pick<MoveLine, 'toLot' | 'toSerial' | 'toLocation' | 'toStatus'>> = {},
) =>
  post(app, site, { kind: 'receive' }, [
    {
      lineNo: 1,
      qty: quanta,
      party: 'supplier',
      variantId,
      toLocation: site.a01.id,
      unitCostMicros: '1000000',
      ...at,
    },
  ])
