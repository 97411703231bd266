import { randomUUID } from 'node:crypto'
import { can, type PlatformPermission } from '@stowage/contract/permissions'
import type { Route } from '@stowage/contract/route'
import { permissionsOfMember, type WarehousePermission } from '@stowage/contract/member-permissions'
import { keyPermissions } from '@stowage/contract/workspace/api-keys'
import { describe, expect, test } from 'vitest'
import { newApiKey } from '../api-keys.ts'
import { production, setupApp } from '../app.ts'
import { arrange, linkOperator } from '../arrange.ts'
import { routes } from '../routes.ts'

const isTenantPlane = (route: Route) => route.path.startsWith('/tenant/')
const isPublic = (route: Route) => route.allow === 'public'
const isRight = (route: Route) => !['public', 'operator', 'member'].includes(route.allow)
const needsRight = (route: Route): route is Route & { allow: PlatformPermission } =>
  isRight(route) && !isTenantPlane(route)
const needsWork = (route: Route): route is Route & { allow: WarehousePermission } =>
  isRight(route) && isTenantPlane(route)

// The other tests run with NODE_ENV=test.
const app = await setupApp(production)
const alice = await app.newOperator()
const bob = await app.newOperator()
const platform = await app.newPlatform(alice)
const bobsPlatform = await app.newPlatform(bob)
const member = await app.newMember(alice, platform)

const allPowerfulKey = await newApiKey(app, alice, platform)
const weakKey = await newApiKey(app, alice, platform, { permissions: ['report.operational.read'] })

const isForKeys = ({ allow }: Route) => keyPermissions.some((permission) => permission === allow)

const idsOf = ({ path }: Route) =>
  [...path.matchAll(/:(\w+Id)\b/g)]
    .map(([, name]) => name ?? '')
    .filter((name) => name !== 'platformId')

const call = (route: Route, token: string | undefined, at = platform) =>
  app.call(route, {
    params: {
      platformId: at.id,
      slug: at.slug,
      name: at.slug,
      code: 'found',
      table: 'stock',
      move: '1',
      claim: '1',
      lineNo: '1',
      delivery: '1',
      ...Object.fromEntries(idsOf(route).map((name) => [name, randomUUID()])),
    },
    token,
    // It would go on and on: who may have it is decided before what it is asked.
    ...(route.path.endsWith('/stream') && { query: { after: 'never' } }),
    ...(route.method !== 'GET' && { body: {} }),
  })

const operators = new Map<string, { token: string }>([['owner', alice]])

/** Somebody with this role on Alice's platform, one for all routes; a stranger has none. */
async function operatorAs(role: string): Promise<{ token: string }> {
  const make = () => (role === 'stranger' ? app.newOperator() : linkOperator(app, platform, role))
  const operator = operators.get(role) ?? (await make())
  operators.set(role, operator)
  return operator
}

const workers = ['admin', 'Warehouse manager', 'receiver', 'viewer', 'Admin', '']
const tokens = new Map<string, string>()

/** The token of a member with this role, one for all routes. */
async function workerAs(role: string): Promise<string> {
  const token = tokens.get(role) ?? (await app.newMember(alice, platform, { role })).token
  tokens.set(role, token)
  return token
}

/** Checks what must be true of every reply of the product outside 2xx. */
function expectEnvelope({ body, headers }: Awaited<ReturnType<typeof call>>) {
  expect(body['message']).toEqual(expect.stringMatching(/\S/))
  expect(body['error']).toBe(body['code'])
  expect(Array.isArray(body['details'])).toBe(true)
  expect(body['requestId']).toBe(headers['x-request-id'])
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
}

describe.each(routes.filter(({ route }) => !isPublic(route)))('$name', ({ route }) => {
  const own = () => (isTenantPlane(route) ? member.token : alice.token)
  const otherPlane = () => (isTenantPlane(route) ? alice.token : member.token)

  test('refuses an anonymous caller', async () => {
    const answer = await call(route, undefined)
    expect(answer.status).toBe(401)
    expectEnvelope(answer)
  })

  test('refuses a token of the other kind of user', async () => {
    const answer = await call(route, otherPlane())
    expect(answer.status).toBe(401)
    expectEnvelope(answer)
  })

  test('never answers 401 to a signed-in caller, whatever else is invalid', async () => {
    const answer = await call(route, own())
    expect([401, 403]).not.toContain(answer.status)
    expect(answer.status).toBeLessThan(500)
    if (answer.status >= 400) expectEnvelope(answer)
  })
})

describe.each(routes.filter(({ route }) => isPublic(route)))('$name', ({ route }) => {
  test('answers without a token and ignores an invalid one', async () => {
    const [without, bad] = [await call(route, undefined), await call(route, 'not.a.token')]
    expect(without.status).toBeLessThan(500)
    expect(bad.status).toBe(without.status)
  })
})

describe.each(routes.filter(({ route }) => needsRight(route)))('$name', ({ route }) => {
  /** The answer byte for byte, but for the id of the request. */
  const answerAt = async (token: string | undefined, platformId: string) => {
    const answer = await app.http.inject({
      method: route.method,
      url: `/api/v1${route.path.replace(':platformId', platformId).replace(/:\w+/, randomUUID())}`,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      ...(route.method !== 'GET' && { payload: {} }),
    })
    return [answer.statusCode, answer.body.replace(/"requestId":"[^"]+"/, '')] as const
  }

  test.each(['stranger', 'owner', 'admin', 'auditor', 'viewer'])(
    'I01 answers a %s alike for a foreign and an unknown platform',
    async (role) => {
      const somewhere = await operatorAs(role)
      const foreign = await answerAt(somewhere.token, bobsPlatform.id)
      expect(foreign[0]).toBe(404)
      expect(await answerAt(somewhere.token, randomUUID())).toEqual(foreign)
    },
  )

  test('reveals nothing about platforms to an anonymous caller', async () => {
    const own = await answerAt(undefined, platform.id)
    expect(own[0]).toBe(401)
    expect(await answerAt(undefined, randomUUID())).toEqual(own)
  })

  test.each(['owner', 'admin', 'auditor', 'viewer', 'Owner'])(
    'enforces the permissions of role %s',
    async (role) => {
      const operator = await operatorAs(role)
      const answer = await call(route, operator.token)
      const denied = await arrange(
        app,
        `select outcome, metadata from audit.audit_log
       where action = 'ACCESS_DENIED' and request_id = $1 and platform_id = $2`,
        [answer.headers['x-request-id'], platform.id],
      )
      if (needsRight(route) && can(role, route.allow)) {
        expect(answer.body['code']).not.toBe('permission_denied')
        expect(denied).toEqual([])
      } else {
        expect(answer.status).toBe(422)
        expect(answer.body['code']).toBe('permission_denied')
        expect(denied).toEqual([{ outcome: 'denied', metadata: { permission: route.allow } }])
      }
    },
  )
})

describe.each(routes.filter(({ route }) => isTenantPlane(route) && !isPublic(route)))(
  '$name',
  ({ route }) => {
    test('refuses a member of another platform', async () => {
      expect((await call(route, member.token, bobsPlatform)).status).toBe(401)
    })
  },
)

describe.each(routes.filter(({ route }) => !isPublic(route)))('$name', ({ route }) => {
  test('accepts an API key only where its permissions decide', async () => {
    const answer = await call(route, allPowerfulKey)
    if (!isTenantPlane(route)) expect(answer.status).toBe(401)
    else if (needsWork(route) && isForKeys(route))
      expect([401, 403, 'permission_denied']).not.toContain(answer.body['code'] ?? answer.status)
    else expect([answer.status, answer.body['code']]).toEqual([422, 'permission_denied'])
  })

  test('refuses an API key without the permission', async () => {
    if (!needsWork(route) || route.allow === 'report.operational.read') return
    const answer = await call(route, weakKey)
    expect([answer.status, answer.body['code']]).toEqual([422, 'permission_denied'])
  })

  test('refuses an API key of another platform', async () => {
    if (!isTenantPlane(route)) return
    const answer = await call(route, allPowerfulKey, bobsPlatform)
    expect([answer.status, answer.body['code']]).toEqual([401, 'invalid_api_key'])
    expectEnvelope(answer)
  })
})

describe.each(routes.filter(({ route }) => needsWork(route)))('$name', ({ route }) => {
  test.each(workers)('enforces the permissions of member role %j', async (role) => {
    const token = await workerAs(role)
    const answer = await call(route, token)
    if (needsWork(route) && permissionsOfMember(role, []).includes(route.allow))
      expect(answer.body['code']).not.toBe('permission_denied')
    else {
      expect([answer.status, answer.body['code'], answer.body['details']]).toEqual([
        422,
        'permission_denied',
        [{ path: 'permission', message: route.allow }],
      ])
    }
  })
})
