import { record, system } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { endSessionsOf } from '../sessions/queries.ts'
import { confirmEmail, lockAccountByKey, setAccountStatus, raiseAuthEpoch } from './queries.ts'

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
