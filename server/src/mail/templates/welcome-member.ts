import { write, type Rendered } from './letter.ts'
import { greet, named } from './words.ts'

/** Does not contain the password, which the administrator hands over. */
export function welcomeMember(data: {
  firstName: string
  platformName: string
  link: string
}): Rendered {
  const platform = named(data.platformName)
  return write({
    subject: `Your access to ${platform}`,
    greeting: greet(data.firstName),
    paragraphs: [
      `You can now work in ${platform} on Stowage. Sign in with this email address and the password you were given.`,
    ],
    action: { label: 'Sign in', url: data.link },
    closing: [
      'If you do not have a password, ask the person who added you.',
      'If you do not know this platform, you can ignore this message.',
    ],
  })
}
