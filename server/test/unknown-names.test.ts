import { randomUUID } from 'node:crypto'
import { isBatch } from '@stowage/contract/batches'
import type { Route } from '@stowage/contract/route'
import { expect, test } from 'vitest'
import { isWarehousePermission } from '../src/http/find-actor.ts'
import { as } from './fixtures.ts'
import { routes } from './routes.ts'
import { setupSite } from './setup-site.ts'

/* A misspelled filter would show everything and a misspelled field change nothing, without a word. */

const { app, site } = await setupSite()

const ids = ({ path }: Route) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, randomUUID()] as const)

const work = routes.map(({ route }) => route).filter(({ allow }) => isWarehousePermission(allow))
const named = (some: readonly Route[]) =>
  some.map((route) => [`${route.method} ${route.path}`, route] as const)

const send = (route: Route, more: object) => {
  const { params, ...caller } = as(site)
  const at = { ...Object.fromEntries(ids(route)), ...params }
  return app.call(route, { ...caller, params: at, ...more } as never)
}

test.each(named(work))('%s refuses a parameter it does not have', async (_, route) => {
  const answer = await send(route, {
    query: { wharehouse: 'x' },
    ...(route.method !== 'GET' && !route.csv && { body: {} }),
  })
  expect(answer).toMatchObject({
    status: 400,
    body: { code: 'validation_failed', details: [{ path: 'wharehouse' }] },
  })
})

test.each(named(work.filter(({ method, csv }) => method !== 'GET' && !csv)))(
  '%s refuses a field it does not have',
  async (_, route) => {
    const answer = await send(route, { body: { pirority: 'high' } })
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    const { details } = answer.body as unknown as { details: { path: string }[] }
    expect(details.map(({ path }) => path)).toContain('pirority')
  },
)

const batches = work.filter(({ body }) => isBatch(body))
test.each(named(batches))('%s reports it as that item', async (_, route) => {
  const body = { mode: 'valid_items', items: [{ pirority: 'high' }], kind: 'manual' }
  const answer = await send(route, { body })
  const details = JSON.stringify(answer.body)
  expect(details).toContain('pirority')
})
