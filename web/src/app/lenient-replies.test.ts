import { accounts } from '@stowage/contract/identity/accounts'
import { passkeys } from '@stowage/contract/identity/passkeys'
import { passwords } from '@stowage/contract/identity/passwords'
import { profile } from '@stowage/contract/identity/profile'
import { sessions } from '@stowage/contract/identity/sessions'
import { twoFactor } from '@stowage/contract/identity/two-factor'
import { api } from '@stowage/contract'
import { audit } from '@stowage/contract/platforms/audit'
import { directory } from '@stowage/contract/platforms/directory'
import { logos } from '@stowage/contract/platforms/logos'
import { members } from '@stowage/contract/platforms/members'
import { resolve } from '@stowage/contract/platforms/directory-resolve'
import { tenantSessions } from '@stowage/contract/platforms/tenant-sessions'
import type { Route } from '@stowage/contract/route'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { readReply } from './transport.ts'

const id = '0198c0de-0000-7000-8000-000000000001'
const createdAt = '2026-11-23T09:00:00.000Z'
const user = {
  firstName: 'Ada',
  lastName: 'Alba',
  email: 'ada@example.com',
  emailVerified: true,
  twoFactorEnabled: false,
}
const tokens = { accessToken: 'a', refreshToken: 'r' }
const platform = { id, name: 'Acme', slug: 'acme', createdAt }
const person = { id, email: 'bo@example.com', firstName: 'Bo', lastName: '' }
const details = {
  ...platform,
  hasLogo: false,
  members: [person],
  memberPermissions: [],
  logo: null,
}
const log = {
  _id: id,
  createdAt,
  action: 'TENANT_LOGIN',
  actorEmail: null,
  actorId: null,
  actorType: 'operator',
  platformId: id,
  platformSlug: 'acme',
  ip: null,
  userAgent: null,
}

const routes = Object.values(api as unknown as Record<string, Record<string, object>>).flatMap(
  (group) => Object.values(group).flatMap((noun) => Object.values(noun) as Route[]),
)

/** Each call of the specification with the members it names, and no others. */
const specified: [Route, object][] = [
  [accounts.register, {}],
  [accounts.register, { user }],
  [sessions.login, { tokens, user }],
  [sessions.login, { requiresTwoFactor: true, tempToken: 't' }],
  [sessions.logout, {}],
  [sessions.refresh, { tokens }],
  [passwords.forgot, {}],
  [passwords.reset, {}],
  [accounts.verifyEmail, {}],
  [accounts.resendVerification, {}],
  [profile.me, { user }],
  [twoFactor.setup, { qrCodeUrl: 'data:', secret: 'S' }],
  [twoFactor.verify, {}],
  [twoFactor.disable, {}],
  [twoFactor.reset, { qrCodeUrl: 'data:', secret: 'S' }],
  [twoFactor.regenerateBackupCodes, { backupCodes: ['c'] }],
  [twoFactor.backupCodes, { backupCodes: ['c'] }],
  [passkeys.list, { passkeys: [{ id, deviceType: 'mobile', createdAt }] }],
  [passkeys.beginRegistration, { challenge: 'c', rp: { name: 'Stowage' } }],
  [passkeys.beginRegistration, { options: { challenge: 'c', rp: { name: 'Stowage' } } }],
  [passkeys.completeRegistration, {}],
  [passkeys.remove, {}],
  [directory.mine, { platforms: [platform] }],
  [directory.checkName, { available: true, slug: 'acme' }],
  [directory.create, { platform }],
  [directory.details, { platform: details }],
  [directory.update, { platform: details }],
  [members.create, { member: person }],
  [members.invite, { members: [person] }],
  [members.remove, { members: [person] }],
  [members.setPermissions, {}],
  [logos.save, { logoUrl: '/logo' }],
  [resolve, { platform: { name: 'Acme' } }],
  [audit.list, { logs: [log], total: 1 }],
  [tenantSessions.login, { tokens, user: {} }],
]

it.each(specified.map(([route, body]) => [`${route.method} ${route.path}`, route, body] as const))(
  'the reply to %s is read with the members of the specification alone',
  (_, route, body) => {
    expect(readReply(route, route.status, body)).toMatchObject(body)
  },
)

it.each([{ challenge: 'c' }, { options: { challenge: 'c' } }])(
  'the options for a passkey are read from %j',
  (body) => {
    const { options } = readReply(passkeys.beginRegistration, 200, body)
    expect(options).toEqual({ challenge: 'c' })
  },
)

it.each([
  ['phone', 'mobile'],
  ['computer', 'desktop'],
])('a passkey on a %s is one of a %s device', (deviceType, read) => {
  const body = { passkeys: [{ id, deviceType, createdAt }] }
  expect(readReply(passkeys.list, 200, body).passkeys[0]?.deviceType).toBe(read)
})

describe('ids and times in another form, which the specification leaves open', () => {
  const ids = ['507f1f77bcf86cd799439011', '42', 'usr_9']
  const times = [
    ['2026-11-23T10:00:00+01:00', createdAt],
    ['2026-11-23T09:00Z', createdAt],
    ['Mon, 23 Nov 2026 09:00:00 GMT', createdAt],
    ['2026-11-23T09:00:00.000000+00:00', createdAt],
  ] as const
  const replaced = (body: object, otherId: string, otherTime: string) =>
    JSON.parse(
      JSON.stringify(body).replaceAll(id, otherId).replaceAll(createdAt, otherTime),
    ) as object

  it.each(
    specified.map(([route, body]) => [`${route.method} ${route.path}`, route, body] as const),
  )('are read in the reply to %s', (_, route, body) => {
    for (const otherId of ids)
      for (const [otherTime, time] of times)
        expect(readReply(route, route.status, replaced(body, otherId, otherTime))).toMatchObject(
          replaced(body, otherId, time),
        )
  })

  it('are read in every reply of the contract', () => {
    let count = 0
    for (const route of routes) {
      const body = sampleOf(route.reply) as object
      if (!route.reply.safeParse(body).success) continue
      const read = JSON.stringify(readReply(route, route.status, body))
      const other = readReply(
        route,
        route.status,
        replaced(body, '42', '2026-11-23T10:00:00+01:00'),
      )
      expect([route.path, JSON.stringify(other)]).toEqual([route.path, read.replaceAll(id, '42')])
      if (read.includes(id) || read.includes(createdAt)) count += 1
    }
    expect(count).toBeGreaterThan(60)
  })

  it('are refused where they are no time', () => {
    const body = { platforms: [{ ...platform, createdAt: 'a while ago' }] }
    vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(() => readReply(directory.mine, 200, body)).toThrow()
  })
})

describe('a reply of a later release', () => {
  it('is read with a new word in each of its enumerations, which is kept', () => {
    let count = 0
    for (const route of routes) {
      const known = sampleOf(route.reply)
      if (!route.reply.safeParse(known).success) continue
      for (const path of wordsIn(route.reply)) {
        const body: unknown = structuredClone(known)
        if (!put(body, path, 'a_new_word')) continue
        const name = `${route.method} ${route.path} ${path.join('.')}`
        expect([name, at(readReply(route, route.status, body), path)]).toEqual([name, 'a_new_word'])
        count += 1
      }
    }
    expect(count).toBeGreaterThan(100)
  })

  it('is read without what it adds', () => {
    const body = { platforms: [{ ...platform, color: 'red' }], theme: 'dark' }
    const read = readReply(directory.mine, 200, body)
    expect(read).not.toHaveProperty('theme')
    expect(read.platforms[0]).not.toHaveProperty('color')
  })
})

type Json = {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Json[]
  oneOf?: Json[]
  allOf?: Json[]
  properties?: Record<string, Json>
  items?: Json
  prefixItems?: Json[]
  format?: string
  pattern?: string
  default?: unknown
}
type Path = (string | number)[]

const jsonOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Json
const sampleOf = (schema: z.ZodType) => sample(jsonOf(schema))
const first = (json: Json) =>
  json.anyOf?.find(({ type }) => type !== 'null') ?? json.oneOf?.[0] ?? json.allOf?.[0]

/** A value of a schema. */
function sample(json: Json): unknown {
  if (json.const !== undefined) return json.const
  if (json.enum) return json.enum[0]
  const chosen = first(json)
  if (chosen) return sample(chosen)
  if (json.type === 'array') return [sample(json.items ?? {})]
  if (json.type === 'integer' || json.type === 'number') return 1
  if (json.type === 'boolean') return true
  if (json.type === 'string') return textOf(json)
  return Object.fromEntries(
    Object.entries(json.properties ?? {}).map(([name, each]) => [name, sample(each)]),
  )
}
const textOf = ({ format }: Json) =>
  ({ uuid: id, 'date-time': createdAt, date: '2026-11-23' })[format ?? ''] ?? '1'

/** The paths of the enumerations of a schema in its sample. */
const wordsIn = (schema: z.ZodType): Path[] => paths(jsonOf(schema), [])
function paths(json: Json, base: Path): Path[] {
  if (json.enum && json.enum.length > 1 && typeof json.enum[0] === 'string') return [base]
  const chosen = first(json)
  if (chosen) return paths(chosen, base)
  if (json.type === 'array') return paths(json.items ?? {}, [...base, 0])
  return Object.entries(json.properties ?? {}).flatMap(([name, each]) =>
    paths(each, [...base, name]),
  )
}

const at = (body: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], body)
function put(body: unknown, path: Path, word: string): boolean {
  const parent = at(body, path.slice(0, -1))
  const [last] = path.slice(-1)
  // A passkey of an unknown kind has its own word.
  if (typeof parent !== 'object' || parent === null || last === undefined || last === 'deviceType')
    return false
  Object.assign(parent, { [last]: word })
  return true
}
