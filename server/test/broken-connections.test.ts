import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { api } from '@stowage/contract'
import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { startApp } from './app.ts'

async function listen(level = 'warn') {
  const app = await startApp({ LOG_LEVEL: level })
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  const address = app.http.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { app, port }
}

const head = (method: string, path: string, length: number) =>
  `${method} /api/v1${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`

test('a request during shutdown is refused with the envelope and Retry-After', async () => {
  const { app, port } = await listen()
  const socket = connect(port, '127.0.0.1')
  const answers = text(socket)
  await once(socket, 'connect')
  // Under way when the server begins to close, so its connection is still open.
  socket.write(head('POST', api.identity.sessions.logout.path, 2))
  await vi.waitFor(async () => {
    const count = await new Promise((resolve) =>
      app.http.server.getConnections((_, n) => resolve(n)),
    )
    expect(count).toBe(1)
  })
  const closed = app.close()
  await expect.poll(() => app.http.server.listening, { timeout: 60_000 }).toBe(false)
  socket.write(`{}${head('POST', api.identity.sessions.logout.path, 2)}{}`)
  const said = await answers
  await closed
  const refused = said.slice(said.lastIndexOf('HTTP/1.1'))
  expect(refused).toMatch(/^HTTP\/1.1 503 /)
  expect(refused).toMatch(/\r\nretry-after: 5\r\n/i)
  expect(JSON.parse(refused.slice(refused.indexOf('{')))).toMatchObject({
    code: 'unavailable',
    error: 'unavailable',
    details: [],
    requestId: expect.any(String) as unknown,
  })
})

test.each(['/auth/login', '/auth/logout'])(
  'a client that disconnects during its request is not logged as an outage: %s',
  async (path) => {
    const { app, port } = await listen()
    const stream = (app.context.log as unknown as Record<symbol, { write(line: string): void }>)[
      pino.symbols.streamSym
    ]
    if (!stream) throw new Error('the log has no stream')
    const write = vi.spyOn(stream, 'write').mockImplementation(() => {})
    const answered = new Promise<number>((resolve) =>
      app.http.server.once('request', (_request, response) =>
        response.once('close', () => resolve(response.statusCode)),
      ),
    )
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(head('POST', path, 100))
    socket.write('{"email"')
    await new Promise((resolve) => setTimeout(resolve, 100))
    socket.destroy()
    await answered
    await app.close()
    expect(write.mock.calls).toEqual([])
    write.mockRestore()
  },
)

test('clients that hang up at once write nothing to the log', async () => {
  const { app, port } = await listen('info')
  const stream = (app.context.log as unknown as Record<symbol, { write(line: string): void }>)[
    pino.symbols.streamSym
  ]
  if (!stream) throw new Error('the log has no stream')
  const write = vi.spyOn(stream, 'write').mockImplementation(() => {})
  let requests = 0
  app.http.server.on('request', () => (requests += 1))
  const clients = Array.from({ length: 60 }, async (_, n) => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const path = n % 2 === 0 ? '/api/v1/auth/me' : '/api/v1/tenant/nowhere/me'
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    socket.resetAndDestroy()
  })
  await Promise.all(clients)
  await expect.poll(() => requests, { timeout: 60_000 }).toBeGreaterThan(0)
  await app.close()
  expect(write.mock.calls).toEqual([])
  write.mockRestore()
})
