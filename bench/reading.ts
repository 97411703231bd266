import type { World } from './reading-data.ts'
import { load, type Service } from './processes.ts'
import type { Stream } from './load.ts'
import { atMost, type Section } from './report.ts'
import { median, ms, alternate } from './rounds.ts'

const rounds = 3
const connections = 2
/** People pause between pages. */
const pauseMs = 10
/** Maximum time of a page relative to the bare read. */
const mostTimes = 2
/**
 * Limits in milliseconds: a filtered page, a lookup above the bare one, a word search, an item's
 * past stock.
 */
const limits = { filtered: 100, look: 5, words: 150, past: 20 }
const mostSeconds = 3
/** How long one slow request is repeated. */
const aloneMs = 1_500

export type Servers = { server: Service; bare: Service }
/** A platform and the token of a member. */
export type Reader = Pick<World, 'slug' | 'platform' | 'token'>
type Request = Stream['requests'][number]
type Figure = Section['figures'][number]

/** Returns the 95th percentile of alternating requests in milliseconds. */
export const p95 =
  ({ port }: Service, requests: Request[], measureMs: number, method: Stream['method'] = 'GET') =>
  async () => {
    const stream = {
      name: 'read',
      path: '',
      method,
      requests,
      connections,
      pauseMs,
      isTurning: true,
    }
    const { read } = await load({ port, warmupMs: 300, measureMs, streams: [stream] })
    return read?.p95 ?? Number.NaN
  }

/**
 * Returns the 95th percentile of one slow request by one user, after a warm-up, in milliseconds.
 */
export async function p95Alone({ port }: Service, { path, headers }: Request): Promise<number> {
  const times: number[] = []
  const until = performance.now() + aloneMs
  while (times.length < 4 || (performance.now() < until && times.length < 60)) {
    const from = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    times.push(performance.now() - from)
  }
  const sorted = times.slice(1).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
}

export const asked = ({ slug, token }: Reader, path: string, body?: object): Request => ({
  path: `/api/v1/tenant/${slug}${path}`,
  headers: { authorization: `Bearer ${token}` },
  ...(body && { body: JSON.stringify(body) }),
})
export const bareOf = ({ platform }: Reader, name: string, ...values: string[]): Request => ({
  path: `/${name}?values=${encodeURIComponent(JSON.stringify([platform, ...values]))}`,
  headers: {},
})

/**
 * Compares a page of 50 of each list with the same rows read bare, and measures pages with rare
 * matches.
 */
export async function compareLists(
  { server, bare }: Servers,
  world: World,
  { warehouse, location }: { warehouse: string; location: string },
  roundMs: number,
): Promise<Section> {
  const figures: Figure[] = []
  for (const list of ['levels', 'buckets']) {
    const pairs = await alternate(
      rounds,
      p95(server, [asked(world, `/stock/${list}?limit=50`)], roundMs),
      p95(bare, [bareOf(world, list)], roundMs),
    )
    const times = median(pairs.map(([ours, theirs]) => ours / theirs))
    const ours = ms(median(pairs.map(([a]) => a)))
    const theirs = ms(median(pairs.map(([, b]) => b)))
    figures.push({
      what: `/stock/${list}, first page: p95 by the bare ${theirs}`,
      measured: `${times.toFixed(2)} (${ours})`,
      limit: atMost(times, mostTimes, ''),
    })
  }
  const filters = {
    'too little of it': '/stock/levels?state=low',
    'one warehouse, words': `/stock/levels?warehouse=${warehouse}&q=mug`,
    'buckets in one place': `/stock/buckets?location=${location}`,
    'buckets by words': '/stock/buckets?q=mug%20blue',
    'items by words': '/catalog/variants?q=mug%20blue',
    'items of which is too little': '/catalog/variants?stock=low',
    'movements by words': '/stock/ledger?q=mug%20blue',
    'movements in one place': `/stock/ledger?location=${location}`,
    'movements of a kind that never was': '/stock/ledger?kind=scrap',
  }
  for (const [what, path] of Object.entries(filters)) {
    const took = await p95Alone(server, asked(world, path))
    figures.push({
      what: `${path.split('?')[0]}, ${what}: p95`,
      measured: ms(took),
      limit: atMost(took, limits.filtered, ' ms'),
    })
  }
  return { title: `Lists, 100,000 items in 1,000,000 buckets, ${connections} connections`, figures }
}

/** Compares full codes with a bare index lookup, and measures prefix searches. */
export async function compareLookUps(
  { server, bare }: Servers,
  world: World,
  { barcodes, skus, words }: { barcodes: string[]; skus: string[]; words: Record<string, string> },
  roundMs: number,
): Promise<Section> {
  const figures: Figure[] = []
  const bareCodes = barcodes.map((code) => bareOf(world, 'code', code))
  const ways = {
    'POST /scan of a barcode': [barcodes.map((code) => asked(world, '/scan', { code })), 'POST'],
    'POST /scan of a SKU': [skus.map((code) => asked(world, '/scan', { code })), 'POST'],
    'GET /search for a whole barcode': [
      barcodes.map((code) => asked(world, `/search?q=${code}`)),
      'GET',
    ],
  } as const
  for (const [what, [requests, method]] of Object.entries(ways)) {
    const pairs = await alternate(
      rounds,
      p95(server, [...requests], roundMs / 2, method),
      p95(bare, bareCodes, roundMs / 2),
    )
    const above = median(pairs.map(([ours, theirs]) => ours - theirs))
    figures.push({
      what: `${what}: p95 above the bare ${ms(median(pairs.map(([, b]) => b)))}`,
      measured: `${ms(above)} (${ms(median(pairs.map(([a]) => a)))})`,
      limit: atMost(above, limits.look, ' ms'),
    })
  }
  for (const [typed, what] of Object.entries(words)) {
    const path = `/search?q=${encodeURIComponent(typed)}`
    const took = await p95Alone(server, asked(world, path))
    figures.push({
      what: `GET /search for “${typed}”, ${what}: p95`,
      measured: ms(took),
      limit: atMost(took, limits.words, ' ms'),
    })
  }
  return { title: `Look-ups among 1,000,000 items, ${connections} connections`, figures }
}

/** Measures past stock of single items against a bare sum, and of a whole warehouse. */
export async function measurePast(
  { server, bare }: Servers,
  world: World,
  { variants, warehouse, at }: { variants: string[]; warehouse: string; at: string },
  roundMs: number,
): Promise<Section> {
  const path = (variant: string) => `/stock/as-of?at=${at}&by=variant&variant=${variant}`
  const [ours, theirs] = (
    await alternate(
      1,
      p95(
        server,
        variants.map((variant) => asked(world, path(variant))),
        roundMs,
      ),
      p95(
        bare,
        variants.map((variant) => bareOf(world, 'past', variant, at)),
        roundMs,
      ),
    )
  )[0] ?? [Number.NaN, Number.NaN]
  const whole = asked(world, `/stock/as-of?at=${at}&by=bucket&warehouse=${warehouse}&format=csv`)
  const files: { lines: number; seconds: number }[] = []
  for (let round = 0; round < rounds; round += 1) files.push(await fileOf(server, whole))
  const seconds = median(files.map((file) => file.seconds))
  return {
    title: `The past, a ledger of ${world.rows.toLocaleString('en')} rows`,
    figures: [
      {
        what: `GET /stock/as-of of one item: p95, beside the bare ${ms(theirs)}`,
        measured: ms(ours),
        limit: atMost(ours, limits.past, ' ms'),
      },
      {
        what: `One warehouse as a file, ${(files[0]?.lines ?? 0) - 1} buckets`,
        measured: `${seconds.toFixed(2)} s`,
        limit: atMost(seconds, mostSeconds, ' s'),
      },
    ],
  }
}

async function fileOf({ port }: Service, { path, headers }: Request) {
  const from = performance.now()
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  if (!answer.ok || !answer.body) throw new Error(`${path} answered ${answer.status}`)
  let lines = 0
  for await (const piece of answer.body)
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) lines += 1
  return { lines, seconds: (performance.now() - from) / 1000 }
}
