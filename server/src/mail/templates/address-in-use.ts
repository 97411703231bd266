import { write, type Rendered } from './letter.ts'
import { greet } from './words.ts'

/** Instead of a second account. `resetLink` is the page that sends a reset mail, not a token. */
export function addressInUse(data: {
  firstName: string
  signInLink: string
  resetLink: string
}): Rendered {
  return write({
    subject: 'You already have a Stowage account',
    greeting: greet(data.firstName),
    paragraphs: [
      'Somebody tried to register with your email address. You already have an account, so nothing was created or changed.',
      'If that was you, sign in with the password you have, or choose a new one.',
    ],
    links: [{ label: 'Choose a new password', url: data.resetLink }],
    action: { label: 'Sign in', url: data.signInLink },
    closing: ['If it was not you, there is nothing you need to do.'],
  })
}
