import { write, type Rendered } from './letter.ts'
import { facts } from './security.ts'
import { greet, named } from './words.ts'

type Handover = {
  firstName: string
  platformName: string
  at: Date
  ip: string | null
  userAgent: string | null
  link: string
}

/** To the former owner. `to` is the new owner's address, `link` the page to set a password. */
export function ownershipGiven({ to, ...handover }: Handover & { to: string }): Rendered {
  const platform = named(handover.platformName)
  return write({
    subject: 'You handed over a platform',
    greeting: greet(handover.firstName),
    paragraphs: [
      `${to} now owns ${platform} on Stowage. You are now an admin there and can no longer delete it or hand it over.`,
    ],
    facts: facts(handover),
    action: { label: 'Choose a new password', url: handover.link },
    closing: [
      'If this was you, you do not need to do anything.',
      'If it was not you, choose a new password now and ask the new owner to hand it back.',
    ],
  })
}

/** To the new owner. `from` is the former owner's address, `link` the platform's settings. */
export function ownershipReceived({ from, ...handover }: Handover & { from: string }): Rendered {
  const platform = named(handover.platformName)
  return write({
    subject: 'You now own a platform',
    greeting: greet(handover.firstName),
    paragraphs: [
      `${from} made you the owner of ${platform} on Stowage. You can hand it over or delete it. ${from} stays as an admin.`,
    ],
    action: { label: 'Open the platform', url: handover.link },
    closing: ['If you do not want to own it, hand it over to another member or delete it.'],
  })
}
