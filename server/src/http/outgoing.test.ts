import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { post } from './outgoing.ts'

/** Answers each connection with whatever `say` writes, byte by byte as it likes. */
async function startPeer(say: (socket: Socket) => void) {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {}).on('close', () => open.delete(socket))
    socket.once('data', () => say(socket))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { open, url: `http://127.0.0.1:${port}/` }
}

/** Writes `text` again and again, until the other side leaves. */
const endlessly = (socket: Socket, text: string, pause = 20) => {
  const timer = setInterval(() => socket.write(text), pause)
  socket.on('close', () => clearInterval(timer))
}

const upgrade =
  'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'
const peers: Record<string, [say: (socket: Socket) => void, ends: RegExp | number]> = {
  'says nothing': [() => {}, /^No answer within/],
  'switches protocols': [(socket) => socket.write(upgrade), 101],
  'switches protocols and goes on': [
    (socket) => {
      socket.write(upgrade)
      endlessly(socket, 'more')
    },
    101,
  ],
  'answers 102 without end': [
    (socket) => endlessly(socket, 'HTTP/1.1 102 Processing\r\n\r\n'),
    /^No answer within/,
  ],
  'asks to go on without end': [
    (socket) => endlessly(socket, 'HTTP/1.1 100 Continue\r\n\r\n'),
    /^No answer within/,
  ],
  'sends a flood of 103': [
    (socket) => endlessly(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(500), 1),
    /^No answer within|informational/,
  ],
  'sends headers slowly': [
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      endlessly(socket, 'a: b\r\n')
    },
    /^No answer within/,
  ],
  'sends headers without end': [
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      endlessly(socket, 'a: b\r\n'.repeat(1_000), 1)
    },
    /^The request failed/,
  ],
  'trickles its status line': [(socket) => endlessly(socket, ''), /^No answer within/],
  'trickles its body': [
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
      endlessly(socket, '1\r\nx\r\n')
    },
    200,
  ],
  'promises a body': [
    (socket) => socket.write('HTTP/1.1 204 No Content\r\ncontent-length: 5\r\n\r\n'),
    204,
  ],
  'announces a body and stays silent': [
    (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n'),
    200,
  ],
  'keeps the connection': [
    (socket) =>
      socket.write('HTTP/1.1 200 OK\r\nconnection: keep-alive\r\ncontent-length: 0\r\n\r\n'),
    200,
  ],
  'ends its side only': [(socket) => socket.end(), /closed without an answer/],
}

test.each(Object.entries(peers))('a request ends when the peer %s', async (_, [say, ends]) => {
  const peer = await startPeer(say)
  const { status, failure } = await post({
    url: peer.url,
    headers: {},
    body: '{}',
    timeoutMs: 300,
    allowed: ['127.0.0.1'],
    by: 'a',
  })
  if (typeof ends === 'number') expect(status).toBe(ends)
  else expect([status, failure]).toEqual([null, expect.stringMatching(ends)])
  await expect.poll(() => peer.open.size).toBe(0)
})
