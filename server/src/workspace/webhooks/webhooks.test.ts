import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { newApiKey } from '../../../test/api-keys.ts'
import { refusal, setupApp } from '../../../test/app.ts'
import { arrange, eventsOf } from '../../../test/arrange.ts'
import { newWarehouse, type Site } from '../../../test/warehouse.ts'

const { create, get, list, remove, rotateSecret, update } = api.workspace.webhooks
const app = await setupApp()

const as = ({ params, token }: Pick<Site, 'params' | 'token'>) => ({ params, token })
const body = { url: 'https://8.8.8.8/hooks?token=hidden', types: ['order.*'] }

async function newHook(site: Site) {
  const answer = await app.call(create, { ...as(site), body: { ...body } })
  expect(answer.status).toBe(201)
  const params = { ...site.params, webhookId: answer.body.webhook.id }
  return { ...answer.body, at: { ...as(site), params } }
}

test('a webhook is created, changed, paused and removed, each in the audit log', async () => {
  const site = await newWarehouse(app)
  const { webhook, secret, at } = await newHook(site)
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
  expect(webhook).toMatchObject({ ...body, state: 'active', dead: 0, waiting: 0, version: 1 })
  const change = { version: 1, description: 'Shop', state: 'paused' }
  const changed = await app.call(update, { ...at, body: change })
  expect(changed.body.webhook).toMatchObject({ ...body, description: 'Shop', state: 'paused' })
  expect(refusal(await app.call(update, { ...at, body: change }))).toEqual([
    409,
    'version_conflict',
  ])
  const rotated = await app.call(rotateSecret, { ...at, body: { overlapHours: 2 } })
  expect(rotated.body.secret).not.toBe(secret)
  expect(rotated.body.webhook.previousUntil).not.toBeNull()
  const listed = await app.call(list, as(site))
  expect(listed.body.items).toHaveLength(1)
  expect(JSON.stringify(listed.body)).not.toContain(rotated.body.secret)
  expect((await app.call(remove, at)).status).toBe(200)
  for (const again of [
    app.call(get, at),
    app.call(remove, at),
    app.call(update, { ...at, body: {} }),
  ])
    expect(refusal(await again)).toEqual([404, 'not_found'])
  expect((await app.call(list, as(site))).body.items).toEqual([])

  const events = (await eventsOf(app, site.platform.id)).filter(({ action }) =>
    String(action).startsWith('WEBHOOK_'),
  )
  expect(events.map(({ action }) => action)).toEqual([
    'WEBHOOK_CREATED',
    'WEBHOOK_UPDATED',
    'WEBHOOK_SECRET_ROTATED',
    'WEBHOOK_REMOVED',
  ])
  expect(JSON.stringify(events)).not.toContain('hidden')
  const rows = await arrange(app, `select secret_cipher, previous_cipher from tenant.webhooks`)
  const key = Buffer.from(rotated.body.secret.slice(6), 'base64')
  for (const { secret_cipher } of rows) expect((secret_cipher as Buffer).includes(key)).toBe(false)
})

test.each([
  [{ types: [] }, 'types'],
  [{ types: ['order.dreamt'] }, 'types'],
  [{ types: ['webhook.dead'] }, 'types'],
  [{ url: '' }, 'url'],
  [{ url: 'https://8.8.8.8/\nx' }, 'url'],
  [{ description: 'x'.repeat(121) }, 'description'],
])('%o is refused with its field', async (wrong, path) => {
  const site = await newWarehouse(app)
  const answer = await app.call(create, { ...as(site), body: { ...body, ...wrong } })
  const { details } = answer.body as unknown as { details: { path: string }[] }
  expect([answer.status, details[0]?.path.split('.')[0]]).toEqual([400, path])
  expect((await app.call(list, as(site))).body.items).toEqual([])
})

test('webhooks take all warehouses, a person and a confirmed session', async () => {
  const site = await newWarehouse(app)
  const denied = [422, 'permission_denied']
  const key = await newApiKey(app, site.owner, site.platform)
  expect(refusal(await app.call(create, { ...as(site), token: key, body: { ...body } }))).toEqual(
    denied,
  )
  expect((await app.call(list, { ...as(site), token: key })).status).toBe(200)

  const { token, id } = await app.newMember(site.owner, site.platform, { role: 'admin' })
  await app.call(api.warehouse.settings.setMemberWarehouses, {
    ...as(site),
    params: { ...site.params, memberId: id },
    body: { warehouseIds: [site.warehouse.id] },
  })
  for (const route of [list, create])
    expect(refusal(await app.call(route, { ...as(site), token, body: { ...body } }))).toEqual(
      denied,
    )

  const { at } = await newHook(site)
  app.clock.advance(16 * 60_000)
  const late = await app.call(create, { ...as(site), body: { ...body } })
  expect(refusal(late)).toEqual([428, 'reauthentication_required'])
  const moved = await app.call(update, { ...at, body: { url: 'https://8.8.4.4/hooks' } })
  expect(refusal(moved)).toEqual([428, 'reauthentication_required'])
  const kept = await app.call(update, { ...at, body: { ...body, description: 'Shop' } })
  expect(kept.body.webhook).toMatchObject({ ...body, description: 'Shop' })
})

test('another workspace sees none of it, and a workspace has up to 20', async () => {
  const [site, other] = [await newWarehouse(app), await newWarehouse(app)]
  const { at } = await newHook(site)
  for (const route of [get, remove])
    expect(
      refusal(
        await app.call(route, {
          ...at,
          params: { ...other.params, webhookId: at.params.webhookId },
          token: other.token,
        }),
      ),
    ).toEqual([404, 'not_found'])
  await Promise.all(Array.from({ length: 19 }, () => newHook(site)))
  expect(refusal(await app.call(create, { ...as(site), body: { ...body } }))).toEqual([
    409,
    'webhook_limit',
  ])
})
