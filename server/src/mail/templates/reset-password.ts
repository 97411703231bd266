import { write, type Rendered } from './letter.ts'
import { greet, named } from './words.ts'

export function resetPassword({ firstName, link }: { firstName: string; link: string }): Rendered {
  return write({
    subject: 'Reset your password',
    greeting: greet(firstName),
    paragraphs: ['Somebody asked to reset the password of your Stowage account.'],
    action: { label: 'Choose a new password', url: link },
    closing: [
      'The link works once, for 30 minutes.',
      'If you did not ask for this, ignore this message. Your password stays the same.',
    ],
  })
}

/** To a member with a platform password. */
export function resetMemberPassword(data: {
  firstName: string
  platformName: string
  link: string
}): Rendered {
  return write({
    subject: 'Reset your password',
    greeting: greet(data.firstName),
    paragraphs: [
      `Somebody asked to reset your password for ${named(data.platformName)} on Stowage.`,
    ],
    action: { label: 'Choose a new password', url: data.link },
    closing: [
      'The link works once, for 30 minutes.',
      'If you did not ask for this, ignore this message. Your password stays the same.',
    ],
  })
}
