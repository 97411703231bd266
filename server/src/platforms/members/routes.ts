import type { members } from '@stowage/contract/platforms/members'
import { fail } from '../../errors.ts'
import type { Handlers } from '../../http/mount.ts'
import { requireEmailKey } from '../../identity/accounts/email-key.ts'
import { refuseCommonPassword } from '../../identity/passwords/common-passwords.ts'
import { createMember, removeMember, setRights } from './commands.ts'
import { findMember } from './queries.ts'
import { mayGrant } from './rules.ts'

export const memberHandlers: Handlers<typeof members> = {
  async create(call, { body: { password, ...person } }) {
    const { actor, config, hasher, write } = call
    const emailKey = requireEmailKey(person.email)
    if (!mayGrant(actor.platform.role, person.role)) fail('role_not_allowed')
    if (person.role === 'admin') await call.confirm()
    refuseCommonPassword(config, password)
    // Hashing is slow, so it is done before the transaction begins.
    const credential = await hasher.hash(password)
    const member = { ...person, emailKey, credential }
    return write(async (tx) => ({ member: await createMember(tx, actor, call, member) }))
  },

  remove: ({ write, actor }, { body }) =>
    write(async (tx) => ({ members: await removeMember(tx, actor, body.memberId) })),

  removeById: ({ write, actor }, { params }) =>
    write(async (tx) => ({ members: await removeMember(tx, actor, params.memberId) })),

  async setPermissions({ read, write, confirm, actor }, { body }) {
    if (body.role === 'admin') {
      const { id } = actor.platform
      const member = await read((db) => findMember(db, id, body.memberId))
      if (member && member.role !== 'admin') await confirm()
    }
    return write(async (tx) => ({ member: await setRights(tx, actor, body) }))
  },
}
