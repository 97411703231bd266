import { z } from 'zod'
import { id, instant, offsetInstant, line } from '../fields.ts'
import { idList } from '../id-lists.ts'
import { warehousePermissions, type WarehousePermission } from '../member-permissions.ts'
import { get, post } from '../route.ts'

/**
 * Managing members, keys and webhooks takes a person, so a leaked key cannot renew or widen itself or
 * have events sent to its thief after its revocation.
 */
const ofPeople: readonly WarehousePermission[] = [
  'platform.member.update',
  'platform.api_key.read',
  'platform.api_key.manage',
  'webhook.manage',
]

/** The permissions a key can have. */
export const keyPermissions = warehousePermissions.filter(
  (permission) => !ofPeople.includes(permission),
)

/** Days that a replaced secret can still be accepted. */
const longestOverlapDays = 7

const apiKey = z.object({
  id,
  name: z.string(),
  /** The readable start of the secret, which identifies the key in requests and lists. */
  prefix: z.string(),
  permissions: z.array(z.string()),
  /** Null means all warehouses. */
  warehouseIds: z.array(id).nullable(),
  createdBy: id,
  /** Null after the member was removed. */
  createdByName: z.string().nullable(),
  createdAt: instant,
  /** Exact to a minute. */
  lastUsedAt: instant.nullable(),
  expiresAt: instant.nullable(),
  /** Until when the secret before the last rotation is accepted. */
  previousUntil: instant.nullable(),
  revokedAt: instant.nullable(),
})
export type ApiKey = z.output<typeof apiKey>

/** The secret is in this reply only. The server stores its hash. */
const issued = z.object({ apiKey, secret: z.string() })
export type IssuedKey = z.output<typeof issued>

export const newApiKey = z.object({
  name: line('Name', { min: 1, max: 80 }),
  permissions: z
    .array(z.enum(keyPermissions, 'An API key can’t have this permission'))
    .min(1, 'Choose at least one permission')
    .refine((names) => new Set(names).size === names.length, 'Name each permission once'),
  warehouseIds: idList({
    min: [1, 'Choose at least one warehouse'],
    max: [50, 'Choose up to 50 warehouses'],
  })
    .nullable()
    .default(null),
  expiresAt: offsetInstant
    .transform((text) => new Date(text).toISOString())
    .nullable()
    .default(null),
})

export const apiKeys = {
  list: get('/tenant/:slug/settings/api-keys', {
    summary: 'API keys, newest first, those that were revoked at the end',
    allow: 'platform.api_key.read',
    reply: z.object({ items: z.array(apiKey) }),
  }),
  // Not idempotent: the reply with the secret would be stored for replays.
  create: post('/tenant/:slug/settings/api-keys', {
    summary: 'Create an API key with permissions of the member',
    allow: 'platform.api_key.manage',
    body: newApiKey,
    status: 201,
    reply: issued,
    stepUp: true,
  }),
  rotate: post('/tenant/:slug/settings/api-keys/:keyId/rotate', {
    summary: 'Replace the secret of an API key',
    allow: 'platform.api_key.manage',
    body: z.object({
      /** How long the secret before is still accepted. */
      overlapHours: z
        .int('The overlap is a whole number of hours')
        .min(0, 'The overlap must be at least 0 hours')
        .max(longestOverlapDays * 24, `The overlap is at most ${longestOverlapDays} days`)
        .default(0),
    }),
    reply: issued,
    errors: ['api_key_ended'],
    stepUp: true,
  }),
  revoke: post('/tenant/:slug/settings/api-keys/:keyId/revoke', {
    summary: 'Revoke an API key; its requests are refused from now on',
    allow: 'platform.api_key.manage',
    reply: z.object({ apiKey }),
  }),
}
