import { setTimeout as sleep } from 'node:timers/promises'
import type { accounts } from '@stowage/contract/identity/accounts'
import { isUnavailable } from '../../database/transactions.ts'
import { fail } from '../../errors.ts'
import type { Handlers } from '../../http/mount.ts'
import { enqueue } from '../../jobs/queue.ts'
import { refuseCommonPassword } from '../passwords/common-passwords.ts'
import { register, verifyEmail } from './commands.ts'
import { requireEmailKey } from './email-key.ts'
import { originForJob } from './job-origin.ts'
import { mailVerification } from './jobs.ts'
import { mailTokenHash } from './mail-tokens.ts'
import { userOf } from './rules.ts'

const invalidLink =
  'Invalid or expired verification token. Please request a new verification email.'

const failedLink = 'There was an error verifying your email. Please try again.'

export const accountHandlers: Handlers<typeof accounts> = {
  async register({ actor, write, ...tools }, { body }) {
    requireEmailKey(body.email)
    refuseCommonPassword(tools.config, body.password)
    // Also when the address is taken: the answer must not be quicker for it.
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

  async verifyEmail({ actor, log, write }, { body }) {
    const tokenHash = mailTokenHash('verify_email', body.token)
    const account =
      tokenHash &&
      (await write((tx) => verifyEmail(tx, actor, tokenHash)).catch((error: unknown) => {
        if (isUnavailable(error)) throw error
        log.error({ err: error, requestId: actor.requestId }, 'email verification failed')
        return fail('internal_error', { message: failedLink })
      }))
    if (!account) fail('invalid_token', { message: invalidLink })
    return { message: 'Email verified successfully! You can now sign in.', user: userOf(account) }
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
}

const longestWait = 1_000

/**
 * Waits until three times the hashing have passed. What the database had to do depends on whether
 * the address was new; the hashing does not, and takes longer.
 */
async function evenOut(started: number, hashed: number): Promise<void> {
  const remaining = started + 3 * (hashed - started) - performance.now()
  if (remaining > 0) await sleep(Math.min(remaining, longestWait))
}
