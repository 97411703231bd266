import type { Envelope } from './envelope.ts'

const giveUpAfterMs = 60_000

export interface Sending {
  /** `smtp://` or `smtps://`, with the login if there is one. */
  smtpUrl: string
  from: string
  /** The outbox id. All attempts use it as message id, so mailboxes can drop duplicates. */
  id: string
  signal: AbortSignal
}

/** Sends a mail. Resolves when the mail server accepted it, rejects after at most a minute. */
export async function transmit(mail: Envelope, sending: Sending): Promise<void> {
  const { smtpUrl, from, id, signal } = sending
  // Loaded with the first mail.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    dnsTimeout: 10_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  await transport.sendMail({
    from,
    // As an object, because text would be parsed as a list of addresses.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${id}@${domainOf(from)}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    signal: AbortSignal.any([signal, AbortSignal.timeout(giveUpAfterMs)]),
  })
}

type SmtpReply = { code?: string; responseCode?: number; response?: string; command?: string }

/**
 * Returns why a delivery failed, without the server's message, which may quote the mail and its
 * token.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code, responseCode, response, command } = error as Error & SmtpReply
  if (responseCode === undefined) return `${code ?? error.name}: ${error.message}`.slice(0, 300)
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1]
  return [code, responseCode, enhanced, command && `after ${command}`].filter(Boolean).join(' ')
}

const domainOf = (from: string): string => /@([^\s@<>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
