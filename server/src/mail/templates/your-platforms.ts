import { write, type Rendered } from './letter.ts'
import { named } from './words.ts'

/** To a member without an account who requested a password reset. */
export function yourPlatforms(data: {
  platforms: readonly { name: string; link: string }[]
}): Rendered {
  return write({
    subject: 'Where to sign in',
    greeting: 'Hello,',
    paragraphs: [
      'Somebody asked to reset the password of a Stowage account with this address. There is no such account, but you are a member of these platforms. Each has its own sign-in page.',
    ],
    links: data.platforms.map(({ name, link }) => ({
      label: `Sign in to ${named(name)}`,
      url: link,
    })),
    closing: [
      'If you have forgotten a password, choose “Forgot password?” on that platform’s page.',
      'If you did not ask for this, you can ignore this message.',
    ],
  })
}
