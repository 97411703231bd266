import type { invitations } from '@stowage/contract/platforms/invitations'
import { fail, failField, notFound } from '../../errors.ts'
import type { Anonymous } from '../../http/actor.ts'
import type { Call, Handlers } from '../../http/mount.ts'
import { mailTokenHash } from '../../identity/mail-tokens/commands.ts'
import { findAccountByKey } from '../../identity/accounts/queries.ts'
import { requireAcceptable } from '../../identity/passwords/require-acceptable.ts'
import { acceptInvitation } from './commands.ts'
import { findInvited } from './queries.ts'
import { joinsByAccount } from './rules.ts'

const deadLink = 'Invalid or expired invitation. Ask for a new one.'

export const invitationHandlers: Handlers<typeof invitations> = {
  async look(call, { body }) {
    const { platform, email, needsPassword } = await findHolder(call, body.token)
    return { email, platformName: platform.name, needsPassword }
  },

  async accept(call, { body: { token, password, firstName = '', lastName = '' } }) {
    const { actor, platform, tokenHash, email, needsPassword } = await findHolder(call, token)
    if (needsPassword && password === undefined) askForPassword()
    let credential
    if (needsPassword && password !== undefined) {
      // Checked before the token is consumed, so the user can try another password with the same
      // link.
      await requireAcceptable(call, password, { email, platformSlug: platform.slug })
      credential = await call.hasher.hash(password)
    }
    const given = { firstName, lastName, credential }
    const joined = await call.write((tx) => acceptInvitation(tx, actor, tokenHash, given))
    // The account was closed or verified while the password was hashed.
    if (joined === 'needs_password') askForPassword()
    const { member, isLinked } = joined ?? noInvitation()
    return { message: welcome(platform.name, isLinked), member }
  },
}

/** Returns the invited member of a token, and whether the address has an account to join with. */
async function findHolder(
  { actor: asker, read }: Call<(typeof invitations)['look' | 'accept']>,
  token: string,
) {
  const actor = visitorOf(asker)
  const { platform, at } = actor
  const tokenHash = mailTokenHash('invitation', token) ?? noInvitation()
  const found = await read(async (db) => {
    const invited = await findInvited(db, platform.id, tokenHash, at)
    return invited && { ...invited, account: await findAccountByKey(db, invited.emailKey) }
  })
  const { email, account } = found ?? noInvitation()
  return { actor, platform, tokenHash, email, needsPassword: !joinsByAccount(account) }
}

const noInvitation = () => fail('invalid_token', { message: deadLink })

function askForPassword(): never {
  return failField('password', 'Password is required')
}

const welcome = (platformName: string, isLinked: boolean) =>
  isLinked
    ? `You have joined ${platformName}. Sign in with the password of your Stowage account.`
    : `You have joined ${platformName}. You can now sign in.`

/** A suspended platform is reported as not found, as in `resolve`. */
function visitorOf(actor: Anonymous) {
  const { platform } = actor
  if (platform?.status !== 'active') notFound('Platform not found')
  return { ...actor, platform }
}
