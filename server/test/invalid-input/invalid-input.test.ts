import { api } from '@stowage/contract'
import type { Route } from '@stowage/contract/route'
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { setupApp } from '../app.ts'
import { routes } from '../routes.ts'
import { newKnown } from './known.ts'
import { randomFrom } from './random.ts'
import { malformedRequest, type Known } from './requests.ts'

/** `INVALID_REQUESTS=30000` sends as many, for a thorough run. */
const count = Number(process.env['INVALID_REQUESTS'] ?? 3_000)
const concurrency = 8
const seed = 20_261_123

/** They succeed whatever else is sent, and end the session. */
const ending: readonly Route[] = [
  api.identity.sessions.logout,
  api.identity.accounts.deleteAccount,
  api.platforms.directory.remove,
  api.platforms.tenantSessions.logout,
]
let known: Known
const app = await setupApp()
known = await newKnown(app)
const leaving = await newKnown(app)

async function send(request: InjectOptions) {
  const { statusCode: status, body, headers } = await app.http.inject(request)
  const isFine = status < 400 || (status < 500 && isEnvelope(body, headers['x-request-id']))
  return { status, fault: isFine ? undefined : body }
}

function isEnvelope(text: string, requestId: unknown): boolean {
  const body = JSON.parse(text) as Record<string, unknown>
  return (
    /\S/.test(String(body['message'])) &&
    body['error'] === body['code'] &&
    Array.isArray(body['details']) &&
    body['requestId'] === requestId
  )
}

test(
  `${count} malformed requests over all routes are refused in the form of the contract`,
  async () => {
    const random = randomFrom(seed)
    const faults: unknown[] = []
    for (let sent = 0; sent < count && faults.length < 20; sent += concurrency) {
      const asked = Array.from(
        { length: concurrency },
        (_, i) => routes[(sent + i) % routes.length],
      )
        .flatMap((named) => named ?? [])
        .map(({ route }) => ({
          route,
          request: malformedRequest(random, route, ending.includes(route) ? leaving : known),
        }))
      const answers = await Promise.all(asked.map(({ request }) => send(request)))
      faults.push(
        ...answers.flatMap(({ status, fault }, i) =>
          fault === undefined ? [] : [{ ...asked[i]?.request, status, fault }],
        ),
      )
      const isSignedOut = asked.some(
        ({ route }, i) =>
          answers[i]?.status === 401 && route.allow !== 'public' && !ending.includes(route),
      )
      // Something has suspended the platform, or ended the session in another way.
      if (isSignedOut) known = await newKnown(app)
    }
    expect(faults).toEqual([])
  },
  count * 60,
)

const named = routes.filter(({ route }) => /:(?!slug)\w+(?<!Id)(?=\/|$)/.test(route.path))
test.each(named)('$name refuses a NUL in its path', async ({ route }) => {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
    name === 'slug' || name.endsWith('Id') ? (known.params[name] ?? '') : 'a%00b',
  )
  const isTenant = route.path.startsWith('/tenant/')
  const answer = await app.http.inject({
    method: route.method,
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${known.tokens[isTenant ? 'member' : 'operator']}` },
    ...(route.method !== 'GET' && { payload: { version: 1 } }),
  })
  expect(answer.statusCode).toBe(404)
})
