import type { Tokens } from '@stowage/contract/identity/sessions'
import type { User } from '@stowage/contract/identity/accounts'
import type { TenantUser } from '@stowage/contract/platforms/tenant-sessions'
import { useMemo, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { rightsKey } from './last-rights.ts'
import { now } from './clock.ts'

/** Reason for which a session ended, for of the page /disconnected. */
export type EndReason = 'unauthorized' | 'logout' | 'session-expired' | 'tenant-logout'

const operatorKeys = ['accessToken', 'refreshToken', 'user'] as const
const tenantKeys = [
  'tenantAccessToken',
  'tenantRefreshToken',
  'tenantUser',
  'tenantPlatformId',
  'tenantPlatformSlug',
] as const

const text = z.string().catch('')
const flag = z.boolean().catch(false)

/** Another version of the product may have stored it: whatever is missing is empty. */
const storedUser = z.looseObject({
  id: text,
  firstName: text,
  lastName: text,
  email: text,
  emailVerified: flag,
  mustVerifyEmail: flag,
  twoFactorEnabled: flag,
  avatarUrl: z.string().nullable().catch(null),
})
export type StoredUser = z.output<typeof storedUser>

const storedTenantUser = z.looseObject({
  id: text,
  email: text,
  firstName: text,
  lastName: text,
  role: text,
  permissions: z.array(z.string()).catch([]),
  mustChangePassword: flag,
})
export type StoredTenantUser = z.output<typeof storedTenantUser>

/** Milliseconds on the server's clock. `issuedAt` is missing when the token does not say. */
export type TokenLife = { expiresAt: number; issuedAt: number | undefined }

const claims = z.object({ exp: z.number(), iat: z.number().optional().catch(undefined) })

/** Reads the life of an access token; undefined for anything that is not a token with `exp`. */
export function lifeOf(token: string | null): TokenLife | undefined {
  const payload = token?.split('.')[1]
  if (!payload) return undefined
  try {
    const bytes = atob(payload.replace(/-/g, '+').replace(/_/g, '/'))
    const { exp, iat } = claims.parse(JSON.parse(bytes))
    return { expiresAt: exp * 1000, issuedAt: iat === undefined ? undefined : iat * 1000 }
  } catch {
    return undefined
  }
}

function parsed<T>(schema: z.ZodType<T>, stored: string | null): T | undefined {
  if (!stored) return undefined
  try {
    return schema.safeParse(JSON.parse(stored)).data
  } catch {
    return undefined
  }
}

const read = (key: (typeof operatorKeys)[number] | (typeof tenantKeys)[number]) =>
  localStorage.getItem(key)

const listeners = new Set<() => void>()

/** Calls `listener` whenever a session changes, in this tab or in another. */
export function onSessionChange(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function changed() {
  for (const listener of [...listeners]) listener()
}

const userIn = (stored: string | null) => parsed(storedUser, stored)
const tenantUserIn = (stored: string | null) => parsed(storedTenantUser, stored)

/** The operator's credentials as stored, whether or not they are still good. */
export const operatorTokens = () => ({
  accessToken: read('accessToken'),
  refreshToken: read('refreshToken'),
})

/** The stored operator, whether or not the session is still good. */
export const storedOperator = () => userIn(read('user'))

/** The signed-in operator: a stored user and an access token whose expiry lies in the future. */
export function currentUser(): StoredUser | undefined {
  const life = lifeOf(read('accessToken'))
  return life && life.expiresAt > now() ? storedOperator() : undefined
}

/** Keeps new tokens, and the user where the answer has one. */
export function storeOperator({
  tokens,
  user,
}: {
  tokens: Tokens
  user?: User | StoredUser | undefined
}) {
  localStorage.setItem('accessToken', tokens.accessToken)
  localStorage.setItem('refreshToken', tokens.refreshToken)
  if (user) localStorage.setItem('user', JSON.stringify(user))
  changed()
}

/** Keeps the stored user up to date with the server's answer. */
export function storeUser(user: User) {
  const next = JSON.stringify(user)
  // An answer that arrives after signing out must not bring the user back.
  if (read('accessToken') === null || read('user') === next) return
  localStorage.setItem('user', next)
  changed()
}

/** Other tabs read the reason before they notice that the keys are gone. */
const endedKey = 'stowage.ended'
export const lastEnd = () => localStorage.getItem(endedKey) as EndReason | null

function clear(keys: readonly string[], reason: EndReason) {
  if (keys.every((key) => localStorage.getItem(key) === null)) return
  localStorage.setItem(endedKey, reason)
  for (const key of keys) localStorage.removeItem(key)
  changed()
}
export const clearOperator = (reason: EndReason) => clear(operatorKeys, reason)
/** Key under which the floor stores the tasks it read last; removed when the member is signed out. */
export const taskStore = 'stowage-tasks'

export function clearTenant(reason: EndReason) {
  clear([...tenantKeys, rightsKey], reason)
  if ('indexedDB' in globalThis) indexedDB.deleteDatabase(taskStore)
}

export const tenantTokens = () => ({
  accessToken: read('tenantAccessToken'),
  refreshToken: read('tenantRefreshToken'),
})
export const tenantSlug = () => read('tenantPlatformSlug')

/** The member signed in to a workspace. The access token may be old: it is refreshed first. */
export const currentTenantUser = () => tenantUserIn(read('tenantUser'))

export function storeTenant({ tokens, user }: { tokens: Tokens; user?: TenantUser | undefined }) {
  localStorage.setItem('tenantAccessToken', tokens.accessToken)
  localStorage.setItem('tenantRefreshToken', tokens.refreshToken)
  if (user) storeTenantUser(user)
  else changed()
}

/** Keeps the stored member up to date with the server's answer. */
export function storeTenantUser(user: TenantUser) {
  localStorage.setItem('tenantUser', JSON.stringify(user))
  localStorage.setItem('tenantPlatformId', user.platformId)
  localStorage.setItem('tenantPlatformSlug', user.platformSlug)
  changed()
}

/** The stored operator for components; they change with it. Expiry is the guard's business. */
export function useUser(): StoredUser | undefined {
  const stored = useSyncExternalStore(
    onSessionChange,
    () => read('user'),
    () => read('user'),
  )
  return useMemo(() => userIn(stored), [stored])
}

export function useTenantUser(): StoredTenantUser | undefined {
  const stored = useSyncExternalStore(
    onSessionChange,
    () => read('tenantUser'),
    () => read('tenantUser'),
  )
  return useMemo(() => tenantUserIn(stored), [stored])
}

/** Known to the server as this browser, so strangers cannot lock its owner out. */
const deviceKey = (slug?: string) => (slug ? `deviceToken:${slug}` : 'deviceToken')
export function deviceHeader(slug?: string): Record<string, string> {
  const token = localStorage.getItem(deviceKey(slug))
  return token ? { 'x-device-token': token } : {}
}
export function storeDeviceToken(token: string | undefined, slug?: string) {
  if (token) localStorage.setItem(deviceKey(slug), token)
}
