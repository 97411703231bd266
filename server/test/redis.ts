import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './product.ts'

/** The Redis the system brought along; often none. */
export const systemRedis = (process.env['PATH'] ?? '')
  .split(path.delimiter)
  .map((directory) => path.join(directory, 'redis-server'))
  .find((file) => {
    try {
      accessSync(file, constants.X_OK)
      return true
    } catch {
      return false
    }
  })

/** A Redis that keeps nothing, on `port` of this machine. */
export async function startRedis(program: string, port?: number) {
  const chosen = port ?? (await freePort())
  const words = [
    '--port',
    String(chosen),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
  ]
  const server = spawn(program, words, { stdio: 'ignore' })
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  for (let attempt = 0; !(await answers(chosen)); attempt++) {
    if (attempt === 100) throw new Error('redis-server did not start')
    await sleep(50)
  }
  return {
    port: chosen,
    url: `redis://127.0.0.1:${chosen}`,
    async stop() {
      server.kill('SIGTERM')
      await exited
    },
  }
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
