import type { Context } from '../context.ts'
import type { Tx } from '../database/connect.ts'
import { newId } from '../database/ids.ts'
import { enqueue } from '../jobs/queue.ts'
import type { Secrets } from '../crypto/secrets.ts'
import { deliverMail } from './deliver.ts'
import { sealMail } from './envelope.ts'
import { addMail } from './outbox.ts'
import { accountClosing, accountKept } from './templates/account-closing.ts'
import { addressInUse } from './templates/address-in-use.ts'
import { confirmNewEmail, emailChanged, emailChangeRequested } from './templates/email-change.ts'
import {
  authenticatorChanged,
  backupCodeUsed,
  backupCodesRegenerated,
  backupCodesViewed,
  twoFactorDisabled,
  twoFactorEnabled,
  wrongCodes,
} from './templates/factors.ts'
import { earlierSignInMethods, platformsSuspended } from './templates/earlier-owner.ts'
import { ownershipGiven, ownershipReceived } from './templates/ownership.ts'
import { invitation } from './templates/invitation.ts'
import { passkeyAdded, passkeyCopied, passkeyRemoved } from './templates/passkeys.ts'
import { resetMemberPassword, resetPassword } from './templates/reset-password.ts'
import {
  manyFailures,
  newDevice,
  passwordChanged,
  passwordWasReset,
  sessionReuse,
} from './templates/security.ts'
import { verifyEmail } from './templates/verify-email.ts'
import { webhookDead } from './templates/webhook-dead.ts'
import { welcomeMember } from './templates/welcome-member.ts'
import { yourPlatforms } from './templates/your-platforms.ts'
import type { Rendered } from './templates/letter.ts'

const templates = {
  'verify-email': verifyEmail,
  'address-in-use': addressInUse,
  'reset-password': resetPassword,
  'reset-member-password': resetMemberPassword,
  'your-platforms': yourPlatforms,
  'welcome-member': welcomeMember,
  invitation,
  'session-reuse': sessionReuse,
  'new-device': newDevice,
  'many-failures': manyFailures,
  'password-was-reset': passwordWasReset,
  'password-changed': passwordChanged,
  'confirm-new-email': confirmNewEmail,
  'email-change-requested': emailChangeRequested,
  'email-changed': emailChanged,
  'earlier-sign-in-methods': earlierSignInMethods,
  'platforms-suspended': platformsSuspended,
  'account-closing': accountClosing,
  'account-kept': accountKept,
  'ownership-given': ownershipGiven,
  'ownership-received': ownershipReceived,
  'two-factor-enabled': twoFactorEnabled,
  'two-factor-disabled': twoFactorDisabled,
  'authenticator-changed': authenticatorChanged,
  'backup-codes-regenerated': backupCodesRegenerated,
  'backup-codes-viewed': backupCodesViewed,
  'backup-code-used': backupCodeUsed,
  'wrong-codes': wrongCodes,
  'passkey-added': passkeyAdded,
  'passkey-removed': passkeyRemoved,
  'passkey-copied': passkeyCopied,
  'webhook-dead': webhookDead,
}

type Templates = typeof templates

/** A mail: recipient, template and the template's data. */
export type Mail = {
  [T in keyof Templates]: {
    /** A plain address without a name. */
    to: string
    template: T
    data: Parameters<Templates[T]>[0]
    /** When its link expires. The mail is not sent after that. */
    notAfter?: Date | undefined
    /** Set by callers that check later whether the mail was sent. */
    id?: string
  }
}[keyof Templates]

/**
 * Inserts the mail into the outbox and enqueues its delivery in the caller's transaction, so it is
 * sent only after the commit. Throws a `TypeError` for an unsafe address or link.
 */
export async function sendMail(
  tx: Tx,
  { secrets, clock }: { secrets: Secrets } & Pick<Context, 'clock'>,
  mail: Mail,
): Promise<void> {
  if (!isAddress(mail.to)) throw new TypeError('A mail goes to exactly one address.')
  const id = mail.id ?? newId()
  // The type of `mail` ties the data to the template, but the compiler cannot follow the lookup.
  const write = templates[mail.template] as (data: unknown) => Rendered
  await addMail(tx, {
    id,
    template: mail.template,
    content: sealMail(secrets, id, { to: mail.to, ...write(mail.data) }),
    notAfter: mail.notAfter ?? null,
    createdAt: clock.now(),
  })
  await enqueue(tx, deliverMail, { id })
}

/** Returns whether a header would read the text as exactly one address. */
const isAddress = (text: string): boolean =>
  text.length <= 254 && /^[^\s@,;:<>()[\]\\"\p{C}]+@[^\s@,;:<>()[\]\\"\p{C}]+$/u.test(text)
