import { write, type Rendered } from './letter.ts'
import { greet, named } from './words.ts'

/** To the owner and the admins of a platform. `host` is where a webhook could not be delivered. */
export function webhookDead(data: {
  firstName: string
  platformName: string
  host: string
  failure: string
  link: string
}): Rendered {
  return write({
    subject: 'A webhook could not be delivered',
    greeting: greet(data.firstName),
    paragraphs: [
      `${named(data.platformName)} on Stowage tried for a day to send an event to ${named(data.host)} and has given up. Later events are still sent.`,
    ],
    facts: [{ label: 'Last failure', value: data.failure }],
    action: { label: 'Open the webhook', url: data.link },
    closing: [
      'After the receiver works again, you can send the event again on this page.',
      'You get this message at most once a day for each webhook.',
    ],
  })
}
