import { write, type Rendered } from './letter.ts'
import { facts, type Notice } from './security.ts'
import { greet } from './words.ts'

/**
 * Returns a notice about an account's second factor. Its link is the page to set a new password.
 */
const notice =
  (subject: string, paragraph: string, advice: readonly string[] = []) =>
  (about: Notice): Rendered =>
    write({
      subject,
      greeting: greet(about.firstName),
      paragraphs: [paragraph],
      facts: facts(about),
      action: { label: 'Choose a new password', url: about.link },
      closing: [
        ...advice,
        'If this was you, you do not need to do anything.',
        'If it was not you, choose a new password now. This signs out every device. Then check the security settings of your account.',
      ],
    })

export const twoFactorEnabled = notice(
  'Two-factor authentication is on',
  'An authenticator app was set up for your Stowage account. You now sign in with your password and a code.',
  ['Keep your backup codes where you can find them without your phone.'],
)

export const twoFactorDisabled = notice(
  'Two-factor authentication is off',
  'The authenticator and the backup codes of your Stowage account were removed. You now sign in with your password only.',
)

export const authenticatorChanged = notice(
  'Your authenticator app was changed',
  'A new authenticator app was set up for your Stowage account. Codes from the previous app no longer work.',
)

export const backupCodesRegenerated = notice(
  'You have new backup codes',
  'The backup codes of your Stowage account were replaced. The previous codes no longer work.',
)

export const backupCodesViewed = notice(
  'Your backup codes were shown',
  'Somebody looked at the backup codes of your Stowage account from a device we had not seen before.',
)

const few = 3

const remainingOf = (remaining: number) =>
  remaining === 1 ? 'One code is left.' : `${remaining || 'No'} codes are left.`

/** `link` is the page to generate new codes, `remaining` the number of unused codes. */
export function backupCodeUsed(used: Notice & { remaining: number }): Rendered {
  return write({
    subject: used.remaining <= few ? 'Few backup codes are left' : 'A backup code was used',
    greeting: greet(used.firstName),
    paragraphs: [
      `A backup code of your Stowage account was used. ${remainingOf(used.remaining)}`,
      ...(used.remaining <= few
        ? [
            'Generate new codes soon. Without a backup code or your authenticator app you cannot sign in.',
          ]
        : []),
    ],
    facts: facts(used),
    action: { label: 'Open the security settings', url: used.link },
    closing: [
      'If this was you, you do not need to do anything else.',
      'If it was not you, choose a new password and generate new backup codes now.',
    ],
  })
}

/** The sender of the codes knows the password. `notice` describes the last attempt. */
export function wrongCodes(last: Notice): Rendered {
  return write({
    subject: 'Somebody knows your password',
    greeting: greet(last.firstName),
    paragraphs: [
      'Somebody signed in to your Stowage account with the correct password and then entered a wrong code three times. They did not get in. This was the last attempt:',
    ],
    facts: facts(last),
    action: { label: 'Choose a new password', url: last.link },
    closing: [
      'If this was you, you do not need to do anything.',
      'If it was not you, choose a new password now. Change it everywhere else you use it.',
    ],
  })
}
