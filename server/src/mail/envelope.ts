import type { Secrets } from '../crypto/secrets.ts'
import type { Rendered } from './templates/letter.ts'

export type Envelope = Rendered & { to: string }

/** Encrypts a mail for the outbox row `id`, because mails contain tokens. */
export const sealMail = (secrets: Secrets, id: string, mail: Envelope): Buffer =>
  secrets.seal('outbox', JSON.stringify(mail), id)

/** Decrypts a mail. Returns undefined if it was changed or sealed under another APP_SECRET. */
export function openMail(secrets: Secrets, id: string, content: Uint8Array): Envelope | undefined {
  try {
    return JSON.parse(secrets.open('outbox', content, id).toString()) as Envelope
  } catch {
    return undefined
  }
}
