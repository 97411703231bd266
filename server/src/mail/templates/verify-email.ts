import { write, type Rendered } from './letter.ts'

/** To an unverified address, so it contains no text chosen by the user. */
export function verifyEmail({ link }: { link: string }): Rendered {
  return write({
    subject: 'Confirm your email address',
    greeting: 'Hello,',
    paragraphs: [
      'This address was used to create a Stowage account. If that was you, please confirm it.',
    ],
    action: { label: 'Confirm email address', url: link },
    closing: [
      'The link works for 24 hours.',
      'If you did not create an account, you can ignore this message.',
    ],
  })
}
