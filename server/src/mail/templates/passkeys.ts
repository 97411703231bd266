import { write, type Rendered } from './letter.ts'
import { facts, type Notice } from './security.ts'
import { greet, named } from './words.ts'

/** `link` is the page that lists the passkeys. */
type PasskeyNotice = Omit<Notice, 'platformName'> & { passkeyName: string }

const review = ({ link }: PasskeyNotice) => ({ label: 'Review your passkeys', url: link })

export function passkeyAdded(notice: PasskeyNotice): Rendered {
  return write({
    subject: 'A passkey was added to your account',
    greeting: greet(notice.firstName),
    paragraphs: [
      `The passkey ${named(notice.passkeyName)} was added to your Stowage account. It signs in without your password.`,
    ],
    facts: facts(notice),
    action: review(notice),
    closing: [
      'If this was you, you do not need to do anything.',
      'If it was not you, remove the passkey and choose a new password now. This signs out every other device.',
    ],
  })
}

export function passkeyRemoved(notice: PasskeyNotice): Rendered {
  return write({
    subject: 'A passkey was removed from your account',
    greeting: greet(notice.firstName),
    paragraphs: [
      `The passkey ${named(notice.passkeyName)} was removed from your Stowage account. It can no longer sign in.`,
    ],
    facts: facts(notice),
    action: review(notice),
    closing: [
      'If this was you, you do not need to do anything.',
      'If it was not you, choose a new password now. This signs out every other device.',
    ],
  })
}

/** The counter did not increase, so the key may have been cloned. */
export function passkeyCopied(notice: PasskeyNotice): Rendered {
  return write({
    subject: 'We refused a passkey that may be a copy',
    greeting: greet(notice.firstName),
    paragraphs: [
      `Somebody used the passkey ${named(notice.passkeyName)} of your Stowage account in a way that suggests there is a copy of it. We refused it.`,
    ],
    facts: facts(notice),
    action: review(notice),
    closing: [
      'Remove the passkey and add a new one, even if this was you. We cannot tell the original from the copy.',
    ],
  })
}
