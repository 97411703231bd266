import { write, type Rendered } from './letter.ts'
import { facts, type Notice } from './security.ts'
import { greet, moment } from './words.ts'

/** `link` is the sign-in page, where signing in cancels the deletion. */
export function accountClosing({ deletesAt, ...notice }: Notice & { deletesAt: Date }): Rendered {
  return write({
    subject: 'Your account will be deleted',
    greeting: greet(notice.firstName),
    paragraphs: [
      `You asked to delete your Stowage account. We signed out every session. The account will be permanently deleted after ${moment(deletesAt)}.`,
    ],
    facts: facts(notice),
    action: { label: 'Sign in to keep it', url: notice.link },
    closing: [
      'To keep the account, sign in before then.',
      'If you did not ask for this, sign in and choose a new password.',
    ],
  })
}

export function accountKept(notice: Notice): Rendered {
  return write({
    subject: 'Your account will not be deleted',
    greeting: greet(notice.firstName),
    paragraphs: [
      'Somebody signed in to your Stowage account, so we canceled its deletion. No data was lost.',
    ],
    facts: facts(notice),
    action: { label: 'Choose a new password', url: notice.link },
    closing: [
      'If this was you, you do not need to do anything.',
      'If it was not you, choose a new password now. This signs out every other device.',
    ],
  })
}
