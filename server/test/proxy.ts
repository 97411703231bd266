import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Proxy {
  /** The given URL, by way of the proxy. */
  url: string
  /** Breaks every connection and refuses new ones, as a database does that went away. */
  cut(): Promise<void>
  restore(): Promise<void>
  close(): Promise<void>
}

/** A way to a PostgreSQL that a test can close, wherever the real one listens. */
export async function startProxy(url: string): Promise<Proxy> {
  const target = new URL(url)
  const port = target.port || '5432'
  const socketDir = target.searchParams.get('host')
  const directory = mkdtempSync(join(tmpdir(), 'proxy-'))
  const path = join(directory, '.s.PGSQL.5432')
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = socketDir
      ? connect(join(socketDir, `.s.PGSQL.${port}`))
      : connect(Number(port), target.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.pipe(to)
    }
  })
  const restore = () => new Promise<void>((open) => server.listen(path, open))
  const cut = () =>
    new Promise<void>((closed) => {
      server.close(() => closed())
      for (const socket of sockets) socket.destroy()
    })
  await restore()
  target.port = '5432'
  target.searchParams.set('host', directory)
  return {
    url: target.toString(),
    cut,
    restore,
    async close() {
      if (server.listening) await cut()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
