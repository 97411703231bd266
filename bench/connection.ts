import { connect } from 'node:net'

interface Answer {
  status: number
  /** As the bytes came, each a character. */
  body: string
}

export interface Connection {
  /** Sends one whole request and resolves with its answer, once that is whole. */
  ask(request: string): Promise<Answer>
  close(): void
}

/**
 * One kept-alive HTTP/1.1 connection that asks one thing at a time. Node's own client would cost as
 * much processor time as the server it measures; this one finds the end of an answer and no more,
 * so it refuses answers without a Content-Length. Every failure rejects the running `ask`.
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

  const end = (error: Error) => {
    waiting?.reject(error)
    waiting = undefined
  }
  socket.on('error', end)
  socket.on('close', () => end(new Error('The server closed the connection.')))
  socket.on('data', (text: unknown) => {
    received += String(text)
    try {
      const answer = readAnswer(received)
      if (!answer || !waiting) return
      received = ''
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

/** The answer in `text`, undefined while it is not whole yet. */
function readAnswer(text: string): Answer | undefined {
  const headEnd = text.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const head = text.slice(0, headEnd)
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`An answer without a length: ${head.split('\r\n')[0]}`)
  if (text.length < headEnd + 4 + Number(length)) return undefined
  return { status: Number(head.slice(9, 12)), body: text.slice(headEnd + 4) }
}
