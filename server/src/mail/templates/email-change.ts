import { write, type Rendered } from './letter.ts'
import { facts, type Notice } from './security.ts'
import { greet } from './words.ts'

/** To an unverified address, so it contains no text chosen by the user. */
export function confirmNewEmail({ link }: { link: string }): Rendered {
  return write({
    subject: 'Confirm your new email address',
    greeting: 'Hello,',
    paragraphs: [
      'Somebody asked to use this address for their Stowage account. If that was you, please confirm it.',
    ],
    action: { label: 'Confirm email address', url: link },
    closing: [
      'The link works for 24 hours.',
      'If you did not ask for this, ignore this message. Nothing changes.',
    ],
  })
}

/** To the current address, which stays valid until the new one is verified. */
export function emailChangeRequested(notice: Notice): Rendered {
  return write({
    subject: 'Your email address is about to change',
    greeting: greet(notice.firstName),
    paragraphs: [
      'Somebody asked to change the email address of your Stowage account. The change takes effect when the new address is confirmed.',
    ],
    facts: facts(notice),
    action: { label: 'Choose a new password', url: notice.link },
    closing: [
      'If this was you, you do not need to do anything.',
      'If it was not you, choose a new password now. This stops the change and signs out every device.',
    ],
  })
}

/** To the former address, as its last mail. */
export function emailChanged(notice: Notice): Rendered {
  return write({
    subject: 'Your email address was changed',
    greeting: greet(notice.firstName),
    paragraphs: [
      'Your Stowage account now has a different email address. You can no longer sign in with this one.',
    ],
    facts: facts(notice),
    action: { label: 'Sign in', url: notice.link },
    closing: [
      'If this was you, you do not need to do anything.',
      'If it was not you, contact support immediately.',
    ],
  })
}
