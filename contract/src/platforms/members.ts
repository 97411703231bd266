import { z } from 'zod'
import { email, id, line, newPassword } from '../fields.ts'
import { del, post } from '../route.ts'

export const member = z.object({
  id: z.uuid(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  status: z.enum(['active', 'invited']),
  role: z.string(),
  permissions: z.array(z.string()),
})
export type Member = z.output<typeof member>

const role = line('Role', { max: 40 })

/** Free words, at most 50, deduplicated; a comma would not survive the form that edits them. */
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

const list = z.object({ members: z.array(member) })

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
      'role_not_allowed',
      'reauthentication_required',
      'idempotency_conflict',
    ],
    idempotent: true,
    limits: ['MEMBER_CREATE'],
  }),
  remove: del('/platforms/:platformId/members', {
    summary: 'Remove a member',
    allow: 'members.write',
    body: z.object({ memberId: id }),
    reply: list,
    errors: ['last_owner'],
  }),
  /** The same for clients behind proxies that drop the body of a DELETE. */
  removeById: del('/platforms/:platformId/members/:memberId', {
    summary: 'Remove a member, named in the path',
    allow: 'members.write',
    reply: list,
    errors: ['last_owner'],
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
    reply: z.object({ member }),
    errors: ['last_owner', 'role_not_allowed', 'reauthentication_required'],
  }),
}
