import { write, type Rendered } from './letter.ts'
import { greet } from './words.ts'

/**
 * Sent instead of creating a second account. `resetLink` is the page that requests a reset mail.
 */
export function addressInUse(data: {
  firstName: string
  signInLink: string
  resetLink: string
}): Rendered {
  return write({
    subject: 'You already have a Stowage account',
    greeting: greet(data.firstName),
    paragraphs: [
      'Somebody tried to register with your email address. You already have an account, so we created and changed nothing.',
      'If that was you, sign in with your password or choose a new one.',
    ],
    links: [{ label: 'Choose a new password', url: data.resetLink }],
    action: { label: 'Sign in', url: data.signInLink },
    closing: ['If it was not you, you do not need to do anything.'],
  })
}
