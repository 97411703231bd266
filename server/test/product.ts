import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

export type Product = {
  url: string
  /** Kills the server process alone, as a crash would; its data stays. */
  kill(): Promise<void>
  /** Stops it as Ctrl-C does; its data stays. */
  end(): Promise<void>
  /** The same, and removes its data. */
  stop(): Promise<void>
}

const repository = path.resolve(import.meta.dirname, '../..')

/**
 * Starts the built product as a user would, on a free port, unless `env` names one, and with data of its own. `root` is
 * where the product is, if not here.
 */
export async function startProduct(
  env: Record<string, string>,
  root = repository,
): Promise<Product> {
  const dataDir = env['DATA_DIR'] ?? mkdtempSync(path.join(tmpdir(), 'stowage-product-'))
  const port = Number(env['PORT'] ?? (await freePort()))
  const url = `http://localhost:${port}`
  const server = spawn(process.execPath, [path.join(root, 'server/src/main.ts')], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      LIMITS_PROFILE: 'test',
      LOG_LEVEL: 'warn',
      UV_THREADPOOL_SIZE: '8',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // What it warns of says why a test failed; the rest is of no interest here.
  createInterface(server.stdout).on('line', (line) => {
    if (/"level":[456]0/.test(line)) process.stderr.write(`${line}\n`)
  })
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  try {
    await waitUntilReady(url, () => server.exitCode)
  } catch (error) {
    // Left running, it and its database would slow down every test after this one.
    server.kill('SIGTERM')
    await exited
    rmSync(dataDir, { recursive: true, force: true })
    throw error
  }
  const end = async () => {
    server.kill('SIGTERM')
    await exited
  }
  return {
    url,
    async kill() {
      server.kill('SIGKILL')
      await exited
    },
    end,
    async stop() {
      await end()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function waitUntilReady(url: string, exitCode: () => number | null) {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    if (exitCode() !== null) throw new Error(`the server ended with ${exitCode()}`)
    const ready = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the server did not become ready')
}

export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((listening) => probe.listen(0, '127.0.0.1', listening))
  const { port } = probe.address() as AddressInfo
  await new Promise((closed) => probe.close(closed))
  return port
}
