import { fileReads } from '../../http/csv-body.ts'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { Readable } from 'node:stream'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { sharedApp } from '../../../test/app.ts'
import { newWarehouse, type Site } from '../../../test/warehouse.ts'
const app = await sharedApp()
const sites = [await newWarehouse(app), await newWarehouse(app), await newWarehouse(app)]

const size = 24 * 1024 * 1024
const filled = (pattern: string) => Buffer.alloc(size, pattern)

const hostile: [what: string, content: Buffer, message: string][] = [
  ['blank lines', filled('\n'), 'more than 1,048,576 rows'],
  ['lines of commas', filled(`${','.repeat(150)}\n`), 'more than 10,000,000 cells'],
  ['one line', filled('x'), 'is too long'],
  [
    'an open quote',
    Buffer.concat([Buffer.from('sku,name\nA,"'), filled('b\n')]),
    'unclosed quotation mark',
  ],
  ['80,000 columns', filled(`${'c,'.repeat(80_000)}\n`), 'more than 200 columns'],
  ['rows of one letter', filled('a\n'), 'more than 1,048,576 rows'],
]

/** Sends a file in pieces, one in each turn of the event loop, as a socket does. */
async function send(site: Site, content: Buffer) {
  const pieces = async function* () {
    for (let at = 0; at < content.length; at += 65_536) {
      yield content.subarray(at, at + 65_536)
      await nextTurn()
    }
  }
  const { statusCode, headers, ...response } = await app.http.inject({
    method: 'POST',
    url: `/api/v1/tenant/${site.params.slug}/imports`,
    query: { kind: 'products' },
    payload: Readable.from(pieces()),
    headers: { authorization: `Bearer ${site.token}`, 'content-type': 'text/csv' },
  })
  return { status: statusCode, headers, body: response.json<{ code: string; message: string }>() }
}

const siteAt = (i: number) => sites[i % sites.length] as Site

/** Milliseconds of processor time this thread has taken: other processes on the machine do not count. */
const processorMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Runs `work` and returns the longest time the event loop was kept busy without a break. */
async function longestStop(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isOver = false
  const watched = (async () => {
    while (!isOver) {
      const from = processorMs()
      await sleep(1)
      longest = Math.max(longest, processorMs() - from)
    }
  })()
  await work()
  isOver = true
  await watched
  return longest
}

describe('six hostile files of 24 MB', () => {
  test('are refused, and requests of others are answered meanwhile', async () => {
    const other = await app.newOperator()
    const ask = () => app.call(api.identity.profile.me, { token: other.token })
    await send(siteAt(0), Buffer.from('sku,name\nA,B\n'))
    await ask()
    const times: number[] = []
    let isReading = true
    let answers: Awaited<ReturnType<typeof send>>[] = []
    const longest = await longestStop(async () => {
      const asked = (async () => {
        while (isReading) {
          const from = performance.now()
          expect((await ask()).status).toBe(200)
          times.push(performance.now() - from)
          await sleep(5)
        }
      })()
      answers = await Promise.all(hostile.map(([, content], i) => send(siteAt(i), content)))
      isReading = false
      await asked
    })
    for (const [i, [what, , message]] of hostile.entries()) {
      const { status, body } = answers[i] ?? {}
      expect([what, status, body?.code]).toEqual([what, 400, 'validation_failed'])
      expect(body?.message).toContain(message)
    }
    // Parsing one of them takes 200 to 500 ms.
    expect(longest).toBeLessThan(100)
    expect(times.length).toBeGreaterThan(10)
  })

  test('are received two at a time of each platform, and more wait', async () => {
    const [site] = sites as [Site]
    let most = 0
    const looks = setInterval(() => (most = Math.max(most, fileReads.running)), 1)
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(site, filled('x'))))
    clearInterval(looks)
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400])
    expect(most).toBe(2)
  })
})
