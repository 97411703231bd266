import { write, type Rendered } from './letter.ts'
import { named } from './words.ts'

/** To an address entered by a member. Does not reveal whether it has an account. */
export function invitation(data: { platformName: string; link: string }): Rendered {
  const platform = named(data.platformName)
  return write({
    subject: `Invitation to ${platform}`,
    greeting: 'Hello,',
    paragraphs: [`You are invited to work in ${platform} on Stowage.`],
    action: { label: 'Accept invitation', url: data.link },
    closing: [
      'The link works once, for 7 days.',
      'If you do not know this platform, you can ignore this message. Nothing happens unless you accept.',
    ],
  })
}
