import { connect } from 'node:net'

interface Answer {
  status: number
  /** The raw bytes, one character each. */
  body: string
}

export interface Connection {
  /** Sends a complete request and resolves with the complete reply. */
  ask(request: string): Promise<Answer>
  close(): void
}

/**
 * Opens a kept-alive HTTP/1.1 connection for one request at a time. Node's client would use as much
 * CPU as the measured server. This one only finds the end of a reply, so it refuses replies that say
 * neither their length nor that they are chunked. Any failure rejects the running `ask`.
 */
export async function open(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  socket.setEncoding('latin1')
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  let waiting: { resolve(answer: Answer): void; reject(error: Error): void } | undefined
  let received = ''
  /** Status of a chunked reply, whose chunks are dropped. */
  let status: number | undefined

  const end = (error: Error) => {
    waiting?.reject(error)
    waiting = undefined
  }
  socket.on('error', end)
  socket.on('close', () => end(new Error('The server closed the connection.')))
  socket.on('data', (text: unknown) => {
    received += String(text)
    try {
      status ??= statusOfChunked(received)
      const answer = status === undefined ? readAnswer(received) : readEnd(received, status)
      if (status !== undefined) received = received.slice(-chunksEnd.length)
      if (!answer || !waiting) return
      received = ''
      status = undefined
      const { resolve } = waiting
      waiting = undefined
      resolve(answer)
    } catch (error) {
      end(error instanceof Error ? error : new Error(String(error)))
      socket.destroy()
    }
  })
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Error('The connection is closed.'))
        waiting = { resolve, reject }
        socket.write(request)
      }),
    close: () => socket.destroy(),
  }
}

/** Returns the reply in `text`, or undefined while it is incomplete. */
function readAnswer(text: string): Answer | undefined {
  const headEnd = text.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const head = text.slice(0, headEnd)
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`An answer without a length: ${head.split('\r\n')[0]}`)
  if (text.length < headEnd + 4 + Number(length)) return undefined
  return { status: Number(head.slice(9, 12)), body: text.slice(headEnd + 4) }
}

const chunksEnd = '\r\n0\r\n\r\n'

/** Returns the status of a chunked reply whose head is complete. */
function statusOfChunked(text: string): number | undefined {
  const headEnd = text.indexOf('\r\n\r\n')
  if (headEnd < 0 || !/\r\ntransfer-encoding: *chunked/i.test(text.slice(0, headEnd)))
    return undefined
  return Number(text.slice(9, 12))
}

const readEnd = (text: string, status: number): Answer | undefined =>
  text.endsWith(chunksEnd) ? { status, body: '' } : undefined
