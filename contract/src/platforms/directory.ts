import { z } from 'zod'
import { permissionsOf } from '../permissions.ts'
import { id, line } from '../fields.ts'
import { del, get, post, put } from '../route.ts'
import { copies } from './directory-copies.ts'
import { listedMember } from './members.ts'
import { logo, resolve } from './directory-resolve.ts'

const platform = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  createdAt: z.iso.datetime(),
})

const listed = platform.extend({
  ...logo,
  role: z.string().default('owner'),
  /** Number of members without the owner, as in `members` of the details. */
  memberCount: z.int().default(0),
  /**
   * Suspended until the user keeps or deletes it. It was created before its owner's address was
   * verified, possibly by someone else.
   */
  needsDecision: z.boolean().default(false),
})
export type ListedPlatform = z.output<typeof listed>

/**
 * One platform as its operators see it. `members` excludes the owner, `memberPermissions` includes
 * everyone. Both are empty and `owner` is null for a role that may not read members. `successors`
 * are the members that the user can transfer the platform to.
 */
const platformDetails = platform.extend({
  ...logo,
  version: z.int().default(1),
  logo: z.string().nullable().default(null),
  owner: z
    .object({ id, email: z.string(), firstName: z.string(), lastName: z.string() })
    .nullable()
    .default(null),
  members: z.array(listedMember),
  memberPermissions: z.array(
    z.object({ userId: z.uuid(), role: z.string(), permissions: z.array(z.string()) }),
  ),
  successors: z.array(z.uuid()).default([]),
  viewer: z
    .object({ memberId: z.uuid(), role: z.string(), can: z.array(z.string()) })
    .default({ memberId: '', role: 'owner', can: permissionsOf('owner') }),
})
export type PlatformDetails = z.output<typeof platformDetails>

const name = line('Name', { min: 1, max: 80 })
const typedSlug = z.string().transform((text) => text.trim().toLowerCase())

export const platformUpdate = z.object({
  name: name.optional(),
  slug: typedSlug.optional(),
  /** Null removes the logo and its current URL keeps it. A new logo is set only by upload. */
  logoUrl: z.string().nullable().optional(),
  version: z.int().optional(),
})

export const directory = {
  mine: get('/platforms/mine', {
    summary: 'Platforms the operator owns, or shares as admin or auditor',
    allow: 'operator',
    reply: z.object({ platforms: z.array(listed), copies }),
  }),
  checkName: get('/platforms/check-name', {
    summary: 'Whether a platform name is free, and the path it would get',
    allow: 'operator',
    query: z.object({ name }),
    reply: z.object({
      available: z.boolean(),
      slug: z.string(),
      reason: z.enum(['taken', 'reserved', 'invalid']).optional(),
      suggestion: z.string().optional(),
    }),
    limits: ['CHECK_NAME'],
  }),
  create: post('/platforms', {
    summary: 'Create a platform',
    allow: 'operator',
    body: z.object({ name }),
    status: 201,
    reply: z.object({ platform }),
    errors: ['name_taken', 'name_reserved', 'name_invalid', 'quota'],
    idempotent: true,
    limits: ['PLATFORM_CREATE'],
  }),
  details: get('/platforms/:platformId', {
    summary: 'One platform with its members',
    allow: 'platform.read',
    reply: z.object({ platform: platformDetails }),
  }),
  update: put('/platforms/:platformId', {
    summary: 'Change name or path of a platform, or remove its logo',
    allow: 'platform.update',
    body: platformUpdate,
    reply: z.object({ platform: platformDetails }),
    errors: [
      'name_taken',
      'name_reserved',
      'name_invalid',
      'logo_url_not_allowed',
      'reauthentication_required',
    ],
  }),
  transfer: post('/platforms/:platformId/transfer', {
    summary: 'Make another linked member the owner; the former one becomes an admin',
    allow: 'platform.transfer',
    stepUp: true,
    body: z.object({ memberId: id }),
    reply: z.object({ platform: platformDetails }),
    errors: ['role_not_allowed'],
  }),
  keep: post('/platforms/:platformId/keep', {
    summary: 'Keep a platform that was created before its owner confirmed their address',
    allow: 'platform.delete',
    reply: z.object({ platform: platformDetails }),
  }),
  remove: del('/platforms/:platformId', {
    summary: 'Delete a platform, naming its path once more',
    allow: 'platform.delete',
    stepUp: true,
    body: z.object({ slug: typedSlug }),
    reply: z.object({ success: z.literal(true) }),
  }),
  resolve,
}
