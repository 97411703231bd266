import { z } from 'zod'
import { email, id, instant, line, newPassword } from '../fields.ts'
import { del, post } from '../route.ts'

export const member = z.object({
  id: z.uuid(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** `disabled`: the platform is suspended until its owner keeps it. */
  status: z.enum(['active', 'invited', 'disabled']).default('active'),
  role: z.string().default(''),
  permissions: z.array(z.string()).default([]),
})
export type Member = z.output<typeof member>

/** A member as shown in lists. */
export const listedMember = member.extend({
  /** Effective permissions. Empty until the invitation is accepted. */
  can: z.array(z.string()).default([]),
  /** Entries of `permissions` that grant nothing because no module registered them. */
  inert: z.array(z.string()).default([]),
  /** Null for members who have joined. */
  invitation: z.object({ expiresAt: instant, isExpired: z.boolean() }).nullable().default(null),
})
export type ListedMember = z.output<typeof listedMember>

const role = line('Role', { max: 40 })

/** Free words, at most 50, deduplicated. No commas, because the form separates words with them. */
const permissions = z
  .array(
    line('Permission', { min: 1, max: 64 }).refine(
      (text) => !text.includes(','),
      'A permission cannot contain a comma',
    ),
  )
  .max(50, 'At most 50 permissions')
  .transform((list) => [...new Set(list)])

export const newMember = z.object({
  email,
  password: newPassword,
  firstName: line('First name', { max: 80 }).default(''),
  lastName: line('Last name', { max: 80 }).default(''),
  role: role.default(''),
  permissions: permissions.default([]),
})

/** Every member except the owner. */
const list = z.object({ members: z.array(listedMember) })

export const members = {
  create: post('/platforms/:platformId/members/create', {
    summary: 'Create a member with a password of this platform',
    allow: 'members.write',
    body: newMember,
    status: 201,
    reply: z.object({ member }),
    errors: [
      'member_exists',
      'password_too_common',
      'password_breached',
      'role_not_allowed',
      'reauthentication_required',
    ],
    idempotent: true,
    limits: ['MEMBER_CREATE'],
  }),
  /**
   * The reply does not depend on whether the address has an account. Inviting a pending member
   * again sends a new mail and invalidates earlier links.
   */
  invite: post('/platforms/:platformId/members', {
    summary: 'Invite somebody by e-mail, or once more',
    allow: 'members.write',
    body: z.object({ memberEmail: email }),
    reply: list,
    errors: ['member_exists', 'email_not_verified'],
    idempotent: true,
  }),
  remove: del('/platforms/:platformId/members', {
    summary: 'Remove a member',
    allow: 'members.write',
    body: z.object({ memberId: id }),
    reply: list,
    errors: ['last_owner'],
  }),
  /** For clients behind proxies that drop the body of a DELETE request. */
  removeById: del('/platforms/:platformId/members/:memberId', {
    summary: 'Remove a member, named in the path',
    allow: 'members.write',
    reply: list,
    errors: ['last_owner'],
  }),
  endSessions: del('/platforms/:platformId/members/:memberId/sessions', {
    summary: 'Sign a member out everywhere on this platform',
    allow: 'sessions.end',
    reply: z.object({ success: z.literal(true).default(true) }),
  }),
  setPermissions: post('/platforms/:platformId/members/permissions', {
    summary: 'Change role and permissions of a member',
    allow: 'roles.write',
    body: z
      .object({ memberId: id, role: role.optional(), permissions: permissions.optional() })
      .refine((body) => body.role !== undefined || body.permissions !== undefined, {
        path: ['role'],
        message: 'Send a role or permissions',
      }),
    reply: z.object({
      member: member.default({
        id: '',
        email: '',
        firstName: '',
        lastName: '',
        status: 'active',
        role: '',
        permissions: [],
      }),
    }),
    errors: ['last_owner', 'role_not_allowed', 'reauthentication_required'],
  }),
}
