import type { Tx } from '../../database/connect.ts'
import type { Anonymous } from '../../http/actor.ts'
import { sendMail } from '../../mail/send.ts'
import {
  listPasskeys,
  markEarlierPasskeys,
  removeEarlierPasskeys,
  removePasskeys,
} from '../passkeys/queries.ts'
import {
  deleteSecondFactors,
  findEnrolledAt,
  markEarlierFactors,
  removeEarlierFactors,
} from './queries.ts'
import type { Tools } from '../../context.ts'
import type { Account } from '../accounts/queries.ts'

/**
 * Suspends the platforms of an account until its owner keeps or deletes each. Passed in by app.ts,
 * because identity does not depend on platforms.
 */
export type SuspendPlatforms = (
  tx: Tx,
  tools: Tools,
  by: Anonymous,
  account: Account,
) => Promise<void>

/**
 * Marks the sign-in methods other than the password and lists them in a mail to the newly verified
 * address. The first password reset removes them. Sends no mail if there are none.
 */
export async function markEarlierSignInMethods(tx: Tx, tools: Tools, account: Account) {
  await markEarlierPasskeys(tx, account.id)
  await markEarlierFactors(tx, account.id)
  const passkeys = await listPasskeys(tx, account.id)
  const enrolledAt = await findEnrolledAt(tx, account.id)
  if (passkeys.length === 0 && !enrolledAt) return
  await sendMail(tx, tools, {
    to: account.email,
    template: 'earlier-sign-in-methods',
    data: {
      firstName: account.firstName,
      passkeys: passkeys.map(({ name, createdAt }) => ({ name, addedAt: createdAt })),
      authenticatorAddedAt: enrolledAt,
      link: `${tools.config.publicUrl}/forgot-password`,
    },
  })
}

/**
 * Removes sign-in methods that may belong to someone else: all of them if the address was never
 * verified, otherwise those added before it was.
 */
export async function removeEarlierSignInMethods(tx: Tx, account: Account): Promise<void> {
  if (account.emailVerifiedAt) {
    await removeEarlierPasskeys(tx, account.id)
    await removeEarlierFactors(tx, account.id)
  } else {
    await removePasskeys(tx, account.id)
    await deleteSecondFactors(tx, account.id)
  }
}
