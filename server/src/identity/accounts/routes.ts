import { setTimeout as sleep } from 'node:timers/promises'
import type { accounts } from '@stowage/contract/identity/accounts'
import { codeOfConstraint } from '../../database/constraints.ts'
import { isUnavailable } from '../../database/transactions.ts'
import { fail } from '../../errors.ts'
import type { Tx } from '../../database/connect.ts'
import type { Call, Handlers } from '../../http/mount.ts'
import { enqueue } from '../../jobs/queue.ts'
import { requireAcceptable } from '../passwords/require-acceptable.ts'
import { confirmEmailChange, requestEmailChange } from './request-email-change.ts'
import { closeAccount } from './close.ts'
import { register, verifyEmail, findOperator } from './commands.ts'
import type { SuspendPlatforms } from '../two-factor/remove-earlier-sign-in-methods.ts'
import { requireEmailKey } from '../../mail/email-key.ts'
import { exportAccount } from './export.ts'
import { originForJob } from '../../http/job-origin.ts'
import { mailVerification } from './jobs.ts'
import { mailTokenHash } from '../mail-tokens/commands.ts'
import { mustVerify, userOf } from './rules.ts'

const invalidLink =
  'Invalid or expired verification token. Please request a new verification email.'

const failedLink = 'There was an error verifying your email. Please try again.'

export const accountHandlers = (suspendPlatforms: SuspendPlatforms): Handlers<typeof accounts> => ({
  async register({ actor, write, ...tools }, { body }) {
    requireEmailKey(body.email)
    await requireAcceptable(tools, body.password, body)
    // Also done for existing addresses, so response times are equal.
    const started = performance.now()
    const stored = await tools.hasher.hash(body.password)
    const hashed = performance.now()
    await write((tx) => register(tx, tools, actor, body, stored))
    await evenOut(started, hashed)
    const { firstName, lastName, email } = body
    return {
      message: 'Registration successful! Please check your email to verify your account.',
      user: { firstName, lastName, email, emailVerified: false, twoFactorEnabled: false },
    }
  },

  async verifyEmail(call, { body }) {
    const { actor, log, write, ...tools } = call
    const sessionOf = await findSessionOwner(call)
    const confirmation = { sessionOf, suspendPlatforms }
    const first = mailTokenHash('verify_email', body.token)
    const other = mailTokenHash('change_email', body.token)
    const confirm = async (tx: Tx) =>
      (first && (await verifyEmail(tx, tools, actor, { ...confirmation, tokenHash: first }))) ??
      (other && (await confirmEmailChange(tx, tools, actor, { ...confirmation, tokenHash: other })))
    const account = await write(confirm).catch((error: unknown) => {
      if (isUnavailable(error)) throw error
      // Another account got the new address in the meantime.
      if (codeOfConstraint(error) === 'invalid_token') return undefined
      log.error({ err: error, requestId: actor.requestId }, 'email verification failed')
      return fail('internal_error', { message: failedLink })
    })
    if (!account) fail('invalid_token', { message: invalidLink })
    return {
      message: 'Email verified successfully! You can now sign in.',
      user: userOf(account, tools.config),
    }
  },

  async openVerification({ config }, { query }) {
    const token = encodeURIComponent(query.token?.slice(0, 200) ?? '')
    return { location: `${config.publicUrl}/verify-email?token=${token}` }
  },

  async resendVerification({ actor, write }, { body }) {
    const job = { emailKey: requireEmailKey(body.email), origin: originForJob(actor) }
    await write((tx) => enqueue(tx, mailVerification, job))
    return { message: 'If the address needs verification, a new email is on its way.' }
  },

  async changeEmail({ actor, write, ...tools }, { body }) {
    const address = { email: body.email, emailKey: requireEmailKey(body.email) }
    await write((tx) => requestEmailChange(tx, tools, actor, address))
    return { message: 'Check the new address for a confirmation email.' }
  },

  exportAccount: ({ actor, write, config }) => {
    if (mustVerify(actor.emailVerified, config)) fail('email_not_verified')
    return write((tx) => exportAccount(tx, actor))
  },

  async deleteAccount({ actor, write, ...tools }) {
    const deletesAt = await write((tx) => closeAccount(tx, tools, actor))
    return { success: true, deletesAt: deletesAt.toISOString() }
  },
})

/** Returns the account of the bearer token. The route is public, so an invalid token is ignored. */
async function findSessionOwner(call: Call<typeof accounts.verifyEmail>) {
  const token = /^Bearer (\S+)$/i.exec(call.headers.authorization ?? '')?.[1]
  return token === undefined ? undefined : (await findOperator(call, token, call.actor))?.id
}

const longestWait = 1_000

/**
 * Waits until three times the hashing time has passed. Hashing time does not depend on whether the
 * address was new, but database time does.
 */
async function evenOut(started: number, hashed: number): Promise<void> {
  const remaining = started + 3 * (hashed - started) - performance.now()
  if (remaining > 0) await sleep(Math.min(remaining, longestWait))
}
