import type { accounts } from '@stowage/contract/identity/accounts'
import type { Input } from '@stowage/contract/route'
import { record, system } from '../../audit.ts'
import type { Tools, Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import type { StoredPassword } from '../../crypto/hashing.ts'
import type { Anonymous, Origin, Operator } from '../../http/actor.ts'
import { sendMail } from '../../mail/send.ts'
import { removePasskeys } from '../passkeys/queries.ts'
import { saveCredential } from '../passwords/queries.ts'
import { endSessionsOf, findLiveSession } from '../sessions/queries.ts'
import { deleteSecondFactors } from '../two-factor/queries.ts'
import {
  markEarlierSignInMethods,
  type SuspendPlatforms,
} from '../two-factor/remove-earlier-sign-in-methods.ts'
import { requireEmailKey } from '../../mail/email-key.ts'
import {
  claimNotice,
  consumeMailToken,
  findLatestPending,
  findMailToken,
  listRecentTokens,
  supersedeMailTokens,
  type Pending,
} from '../mail-tokens/queries.ts'
import { issueMailToken } from '../mail-tokens/commands.ts'
import {
  confirmEmail,
  insertAccount,
  lockAccount,
  lockAccountByKey,
  raiseAuthEpoch,
  type Account,
  setAccountStatus,
} from './queries.ts'
import {
  about,
  countedSince,
  dayBefore,
  judgeVerification,
  mayMail,
  registrations,
  operatorOf,
} from './rules.ts'
import { readAccessToken } from '../signing-keys/sign-access-token.ts'

/**
 * Creates the account. If the address has one, only its mailbox is informed: an unverified address
 * gets a new verification mail with the new name and password, a verified one a notice.
 */
export async function register(
  tx: Tx,
  tools: Tools,
  by: Anonymous,
  form: Input<typeof accounts.register>['body'],
  stored: StoredPassword,
): Promise<void> {
  const { firstName, lastName, email } = form
  const key = requireEmailKey(email)
  const id = newId()
  if (await insertAccount(tx, { id, email, emailKey: key, firstName, lastName, at: by.at })) {
    await saveCredential(tx, id, stored, by.at)
    await record(tx, by, 'USER_REGISTERED', about({ id, email }))
    return sendVerification(tx, tools, by, { id, email })
  }
  await record(tx, by, 'USER_REGISTER_DUPLICATE', { email })
  const account = await lockAccountByKey(tx, key)
  if (account?.status !== 'active') return
  if (account.emailVerifiedAt) return noticeRegistration(tx, tools, by, account)
  const recent = await listRecentTokens(
    tx,
    account.id,
    'verify_email',
    countedSince(registrations, by.at),
  )
  if (!mayMail(registrations, recent, by.at)) return
  // Earlier links stay valid. Otherwise a stranger could invalidate them by registering the
  // address.
  await sendVerification(tx, tools, by, account, { firstName, lastName, email, ...stored })
}

/** Mails the owner of an address that someone tried to register it, once a day. */
export async function noticeRegistration(
  tx: Tx,
  tools: Tools,
  by: Pick<Origin, 'at'>,
  account: Account,
) {
  const notice = { emailKey: account.emailKey, kind: 'registration_tried', sentAt: by.at } as const
  if (!(await claimNotice(tx, notice, dayBefore(by.at)))) return
  const { publicUrl } = tools.config
  await sendMail(tx, tools, {
    to: account.email,
    template: 'address-in-use',
    data: {
      firstName: account.firstName,
      signInLink: `${publicUrl}/login`,
      resetLink: `${publicUrl}/forgot-password`,
    },
  })
}

async function sendVerification(
  tx: Tx,
  tools: Tools,
  by: Anonymous,
  account: { id: string; email: string },
  pending?: Pending,
) {
  const issued = await issueMailToken(tx, account.id, 'verify_email', by.at, { pending })
  await sendMail(tx, tools, {
    id: issued.mailId,
    // Mailed to the address as it was typed this time.
    to: pending?.email ?? account.email,
    template: 'verify-email',
    data: { link: `${tools.config.publicUrl}/verify-email?token=${issued.token}` },
    notAfter: issued.expiresAt,
  })
  await record(tx, by, 'EMAIL_VERIFICATION_SENT', about(account))
}

/** Sends the verification mail again if the address is unverified and below its mail limit. */
export async function resendVerification(tx: Tx, tools: Tools, by: Anonymous, key: string) {
  const account = await lockAccountByKey(tx, key)
  if (account?.status !== 'active' || account.emailVerifiedAt) return
  const sizes = tools.config.allowances.RESEND_ADDRESS
  const recent = await listRecentTokens(tx, account.id, 'verify_email', countedSince(sizes, by.at))
  if (!mayMail(sizes, recent, by.at)) return
  const pending = await findLatestPending(tx, account.id)
  await supersedeMailTokens(tx, account.id, by.at, 'verify_email')
  await sendVerification(tx, tools, by, account, pending)
}

export type Confirmation = {
  tokenHash: Buffer
  /** The account of the session that followed the link, if any. */
  sessionOf: string | undefined
  suspendPlatforms: SuspendPlatforms
}

/**
 * Verifies the address a token was mailed to. Returns undefined for an invalid token. Without a
 * session of the account, its platforms and sign-in methods may belong to someone else.
 */
export async function verifyEmail(
  tx: Tx,
  tools: Tools,
  by: Anonymous,
  { tokenHash, sessionOf, suspendPlatforms }: Confirmation,
): Promise<Account | undefined> {
  const accountId = (await findMailToken(tx, tokenHash))?.accountId
  const account = accountId && (await lockAccount(tx, accountId))
  // Read again under the lock, because another link of this account may have been used.
  const token = account && (await findMailToken(tx, tokenHash))
  if (!token || account.status === 'deleted') return undefined
  const verdict = judgeVerification(token, account, by.at)
  if (verdict === 'refuse') return undefined
  if (verdict === 'repeat') return account

  await consumeMailToken(tx, tokenHash, by.at)
  const { pending } = token
  if (pending) await startOver(tx, account.id, pending, by.at)
  await supersedeMailTokens(tx, account.id, by.at, pending ? undefined : 'verify_email')
  const { firstName, lastName, email } = pending ?? account
  const confirmed = await confirmEmail(tx, account.id, by.at, { firstName, lastName, email })
  await record(tx, by, 'EMAIL_VERIFIED', about(confirmed))
  if (!account.emailVerifiedAt && sessionOf !== account.id) {
    await markEarlierSignInMethods(tx, tools, confirmed)
    await suspendPlatforms(tx, tools, by, confirmed)
  }
  return confirmed
}

/**
 * Removes everything set up before the address was verified: password, passkeys, other factors and
 * sessions.
 */
async function startOver(tx: Tx, accountId: string, stored: StoredPassword, at: Date) {
  await saveCredential(tx, accountId, stored, at)
  await raiseAuthEpoch(tx, accountId, at)
  await endSessionsOf(tx, accountId, { at, reason: 'password_change' })
  await removePasskeys(tx, accountId)
  await deleteSecondFactors(tx, accountId)
}

/** Returns the operator of an access token if token, session and account are all valid. */
export async function findOperator(
  context: Context,
  token: string,
  origin: Origin,
): Promise<Operator | undefined> {
  const claims = await readAccessToken(context, token, 'stowage:operator', origin.at)
  const session = claims && (await findLiveSession(context.control, claims.sid, origin.at))
  return session?.id === claims?.sub && session ? operatorOf(origin, session, session) : undefined
}

/** The changes an administrator can make to an account. */
export type AccountChange = 'verify' | 'suspend' | 'restore'

/**
 * Makes the change and records it. Returns `unchanged` if there is nothing to change and `unknown`
 * if the address has no account. Suspending ends all sessions and pending sign-ins.
 */
export async function changeAccount(
  tx: Tx,
  change: AccountChange,
  emailKey: string,
  at: Date,
): Promise<'done' | 'unchanged' | 'unknown'> {
  const account = await lockAccountByKey(tx, emailKey)
  if (!account || account.status === 'deleted') return 'unknown'
  const { id, email } = account
  const by = system(at)
  const event = { target: { type: 'account', id, name: email } }

  if (change === 'verify') {
    if (account.emailVerifiedAt) return 'unchanged'
    await confirmEmail(tx, id, at)
    await record(tx, by, 'EMAIL_VERIFIED', event)
  } else if (change === 'suspend') {
    if (!(await setAccountStatus(tx, id, 'active', 'suspended', at))) return 'unchanged'
    await raiseAuthEpoch(tx, id, at)
    const sessions = await endSessionsOf(tx, id, { at, reason: 'account_suspended' })
    await record(tx, by, 'ACCOUNT_SUSPENDED', { ...event, metadata: { sessions } })
  } else {
    if (!(await setAccountStatus(tx, id, 'suspended', 'active', at))) return 'unchanged'
    await record(tx, by, 'ACCOUNT_RESTORED', event)
  }
  return 'done'
}
