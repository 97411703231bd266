import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareData } from '../cluster.ts'
import { startProduct } from '../product.ts'

let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'stowage-crash-'))
  prepareData(dataDir)
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const env = () => ({
  DATA_DIR: dataDir,
  LOG_LEVEL: 'fatal',
  ARGON2_MEMORY_KIB: '64',
  ARGON2_TIME: '1',
})
const password = 'crash proof'

const post = (url: string, at: string, body: object) =>
  fetch(`${url}/api/v1${at}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('a killed server keeps every registration it acknowledged', { timeout: 120_000 }, async () => {
  const first = await startProduct(env())
  const acknowledged: string[] = []
  let running = true

  const register = async () => {
    while (running) {
      const email = `${randomUUID()}@example.com`
      const person = { firstName: 'Ada', lastName: 'Alba', email, password }
      const answer = await post(first.url, '/auth/register', person).catch(() => undefined)
      if (answer?.status === 201) acknowledged.push(email)
      if (!answer) return
    }
  }
  const loops = Array.from({ length: 8 }, register)
  while (acknowledged.length < 40) await new Promise((resolve) => setTimeout(resolve, 20))
  await first.kill()
  running = false
  await Promise.all(loops)

  const second = await startProduct(env())
  try {
    const statuses = await Promise.all(
      acknowledged.map(
        async (email) => (await post(second.url, '/auth/login', { email, password })).status,
      ),
    )
    const lost = acknowledged.filter((_, i) => statuses[i] !== 200)
    expect(lost).toEqual([])
  } finally {
    await second.stop()
  }
})
