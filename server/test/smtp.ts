import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface Received extends Email {
  /** The addresses of the envelope, which decide where a mail really goes. */
  recipients: string[]
}

export interface Smtp {
  url: string
  port: number
  /** Accepted mails, oldest first. */
  received: Received[]
  /** Answers every message with this code and sentence instead, until called with nothing. */
  refuse(code?: number, sentence?: string): void
  /** Resolves with the first accepted mail that fits; rejects after `ms`. */
  waitFor(fits: (mail: Received) => boolean, ms?: number): Promise<Received>
  stop(): Promise<void>
}

/** A real mail server on this machine that accepts everything and delivers nothing. */
export async function startSmtp(port = 0): Promise<Smtp> {
  const received: Received[] = []
  let refusal: { code: number; sentence: string } | undefined
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onData(stream, session, answer) {
      const accept = async () => {
        const mail = await PostalMime.parse(await buffer(stream))
        if (refusal) {
          throw Object.assign(new Error(refusal.sentence), { responseCode: refusal.code })
        }
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        received.push({ ...mail, recipients })
      }
      accept().then(() => answer(), answer)
    },
  })
  // A client that goes away in mid-sentence is its own business.
  server.on('error', () => {})
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  const bound = (server.server.address() as AddressInfo).port
  return {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    received,
    refuse: (code, sentence = 'not now') => (refusal = code ? { code, sentence } : undefined),
    async waitFor(fits, ms = 15_000) {
      const deadline = Date.now() + ms
      while (Date.now() < deadline) {
        const found = received.find(fits)
        if (found) return found
        await sleep(20)
      }
      throw new Error(`no such mail within ${ms} ms; there are ${received.length} others`)
    },
    stop: () => new Promise((closed) => server.close(closed)),
  }
}
