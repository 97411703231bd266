import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type Received = {
  at: number
  headers: IncomingMessage['headers']
  text: string
  body: {
    eventId: string
    feedSeq: string
    type: string
    subject: { type: string; id: string; version: number }
    data: Record<string, unknown>
    previous: { version: number } | null
  }
}
type Answer = (
  received: Received,
  response: ServerResponse,
  all: readonly Received[],
) => void | Promise<void>

/** Answers with this status. */
export const status =
  (code: number, headers: Record<string, string> = {}, text = ''): Answer =>
  (_, response) =>
    void response.writeHead(code, headers).end(text)

/** A receiver of webhooks on this machine, which keeps what it was sent; closed when the test ends. */
export async function startReceiver(answer: Answer = status(200), port = 0) {
  const received: Received[] = []
  const state = { answer, open: 0, most: 0 }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    state.most = Math.max(state.most, ++state.open)
    response.on('close', () => state.open--)
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const one = { at: Date.now(), headers: request.headers, text, body: JSON.parse(text) }
      received.push(one)
      void state.answer(one, response, received)
    })
  })
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  const close = () =>
    new Promise<void>((closed) => {
      server.closeAllConnections()
      server.close(() => closed())
    })
  onTestFinished(close)
  const { port: bound } = server.address() as AddressInfo
  return {
    received,
    state,
    close,
    port: bound,
    url: `http://127.0.0.1:${bound}/hooks`,
    types: () => received.map(({ body }) => body.type),
  }
}

/** Checks whether a request is signed with this secret, as a receiver of Standard Webhooks does. */
export function isSignedWith(secret: string, { headers, text }: Received): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`
  const expected = createHmac('sha256', key).update(content).digest('base64')
  return String(headers['webhook-signature']).split(' ').includes(`v1,${expected}`)
}
