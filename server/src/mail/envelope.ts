import type { Secrets } from '../secrets.ts'
import type { Rendered } from './templates/letter.ts'

export type Envelope = Rendered & { to: string }

/** Encrypted for the outbox row `id`: mails carry tokens, and a copied database must not. */
export const sealMail = (secrets: Secrets, id: string, mail: Envelope): Buffer =>
  secrets.seal('outbox', JSON.stringify(mail), id)

/** Undefined when it was sealed under another APP_SECRET, or changed since. */
export function openMail(secrets: Secrets, id: string, content: Uint8Array): Envelope | undefined {
  try {
    return JSON.parse(secrets.open('outbox', content, id).toString()) as Envelope
  } catch {
    return undefined
  }
}
