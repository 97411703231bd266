import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

type Mail = { to: string; subject: string; text: string }

export type MailServer = {
  url: string
  /** Waits for a mail to this address whose subject or text matches; the newest first. */
  waitFor(to: string, pattern: RegExp): Promise<Mail>
  close(): Promise<void>
}

/** A real SMTP server on a free loopback port that keeps what it is sent. */
export async function startMailServer(): Promise<MailServer> {
  const mails: Mail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks)).then(({ subject, text }) => {
          for (const { address } of session.envelope.rcptTo)
            mails.unshift({ to: address, subject: subject ?? '', text: text ?? '' })
          done()
        }, done)
      })
    },
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()))
  const { port } = server.server.address() as AddressInfo

  return {
    url: `smtp://127.0.0.1:${port}`,
    async waitFor(to, pattern) {
      const deadline = Date.now() + 20_000
      while (Date.now() < deadline) {
        const mail = mails.find((m) => m.to === to && pattern.test(`${m.subject}\n${m.text}`))
        if (mail) return mail
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      throw new Error(`no mail to ${to} matches ${pattern}`)
    },
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}
