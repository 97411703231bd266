import type { members } from '@stowage/contract/platforms/members'
import type { tenantProfile } from '@stowage/contract/platforms/member-profile'
import { fail } from '../../errors.ts'
import type { Call, Handlers } from '../../http/mount.ts'
import { requireEmailKey } from '../../mail/email-key.ts'
import { mustVerify } from '../../identity/accounts/rules.ts'
import { requireAcceptable } from '../../identity/passwords/require-acceptable.ts'
import { inviteMember } from '../invitations/commands.ts'
import {
  createMember,
  endSessions,
  removeMember,
  setRights,
  showMembers,
  updateProfile,
} from './commands.ts'
import { findMember } from './queries.ts'
import { mayGrant } from './rules.ts'
import { tenantUserOf } from '../tenant-sessions/rules.ts'

export const memberHandlers: Handlers<typeof members> = {
  async create(call, { body: { password, ...person } }) {
    const { actor, hasher, write } = call
    const emailKey = requireEmailKey(person.email)
    if (!mayGrant(actor.platform.role, person.role)) fail('role_not_allowed')
    if (person.role === 'admin') await call.confirm()
    const platformSlug = actor.platform.slug
    await requireAcceptable(call, password, { email: person.email, platformSlug })
    // Hashing is slow, so it is done before the transaction.
    const credential = await hasher.hash(password)
    const member = { ...person, emailKey, credential }
    return write(async (tx) => ({ member: await createMember(tx, actor, call, member) }))
  },

  async invite(call, { body: { memberEmail } }) {
    const { actor, config, limits, secrets, write } = call
    if (mustVerify(actor.emailVerified, config)) fail('email_not_verified')
    const emailKey = requireEmailKey(memberEmail, 'memberEmail')
    await limits.spend('INVITE', actor.platform.id)
    // Hashed, because counter keys are stored and must not contain addresses.
    const counted = secrets.mac('invited-address', emailKey).toString('base64url')
    await limits.spend('INVITE_ADDRESS', counted)
    return write(async (tx) => {
      await inviteMember(tx, actor, call, { email: memberEmail, emailKey })
      return { members: await showMembers(tx, actor) }
    })
  },

  remove: (call, { body }) => remove(call, body.memberId),
  removeById: (call, { params }) => remove(call, params.memberId),

  async endSessions({ write, actor }, { params }) {
    const isAllowed = await write((tx) => endSessions(tx, actor, params.memberId))
    if (!isAllowed) fail('permission_denied')
    return { success: true }
  },

  async setPermissions({ read, write, confirm, actor }, { body }) {
    if (body.role === 'admin') {
      const { id } = actor.platform
      const member = await read((db) => findMember(db, id, body.memberId))
      if (member && member.role !== 'admin') await confirm()
    }
    return write(async (tx) => ({ member: await setRights(tx, actor, body) }))
  },
}

const remove = (
  { write, actor }: Call<(typeof members)['remove' | 'removeById']>,
  memberId: string,
) =>
  write(async (tx) => {
    await removeMember(tx, actor, memberId)
    return { members: await showMembers(tx, actor) }
  })

export const tenantProfileHandlers: Handlers<typeof tenantProfile> = {
  update: async ({ actor, write }, { body }) => ({
    user: tenantUserOf(await write((tx) => updateProfile(tx, actor, body)), actor.platform),
  }),
}
