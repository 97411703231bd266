import { write, type Rendered } from './letter.ts'
import { greet, moment, named } from './words.ts'

type SignInMethods = {
  firstName: string
  passkeys: readonly { name: string; addedAt: Date }[]
  authenticatorAddedAt: Date | undefined
  /** Where to request a new password. */
  link: string
}

/** To a newly verified address: someone else may have added sign-in methods to its account. */
export function earlierSignInMethods(data: SignInMethods): Rendered {
  const { authenticatorAddedAt } = data
  return write({
    subject: 'Review the sign-in methods of your account',
    greeting: greet(data.firstName),
    paragraphs: [
      'You confirmed the email address of your Stowage account. These sign-in methods were added before that and still work:',
    ],
    facts: [
      ...data.passkeys.map(({ name, addedAt }) => ({
        label: 'Passkey',
        value: `${named(name)}, added ${moment(addedAt)}`,
      })),
      ...(authenticatorAddedAt
        ? [{ label: 'Authenticator app', value: `added ${moment(authenticatorAddedAt)}` }]
        : []),
    ],
    action: { label: 'Remove them and choose a new password', url: data.link },
    closing: [
      'If you added them, you do not need to do anything. They are removed the first time you reset your password.',
      'If you did not, choose a new password now. This removes them and signs out every device.',
    ],
  })
}

type Undecided = { firstName: string; names: readonly string[]; link: string }

/** To a newly verified address: someone else may have created platforms of its account. */
export function platformsSuspended({ firstName, names, link }: Undecided): Rendered {
  return write({
    subject: 'Keep or delete your platforms',
    greeting: greet(firstName),
    paragraphs: [
      'You confirmed the email address of your Stowage account. These platforms were created before that, so we suspended them and signed out their members:',
    ],
    facts: names.map((name) => ({ label: 'Platform', value: named(name) })),
    action: { label: 'Review your platforms', url: link },
    closing: [
      'If you created them, keep them. Their members can then sign in again.',
      'If you did not, delete them.',
    ],
  })
}
