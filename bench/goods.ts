import pg from 'pg'
import type { Site } from './posting.ts'

const linesPerMove = 500

/** Connects to the database until `work` is done. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return work(client).finally(() => client.end())
}

/** Receives `qty` of each item into the bin of the site, many in one move. */
export async function stockUp(appUrl: string, site: Site, items: readonly string[], qty: number) {
  const move = {
    kind: 'receive',
    warehouseId: site.warehouse,
    sourceType: 'test',
    actorType: 'system',
  }
  await withClient(appUrl, async (client) => {
    for (let from = 0; from < items.length; from += linesPerMove) {
      const lines = items.slice(from, from + linesPerMove).map((variantId, index) => ({
        lineNo: index + 1,
        qty: String(qty),
        party: 'supplier',
        variantId,
        toLocation: site.bin,
        unitCostMicros: '1000000',
      }))
      await client.query('select stock.post($1, $2::jsonb, $3::jsonb)', [
        site.platform,
        JSON.stringify(move),
        JSON.stringify(lines),
      ])
    }
  })
}

/**
 * Draws items as customers do, the first ones most often: Zipf with exponent 1.05. Each call of
 * the result returns `count` different items. The same seed draws the same items.
 */
export function drawer(items: readonly string[], seed = 1) {
  const shares: number[] = []
  let sum = 0
  for (let rank = 1; rank <= items.length; rank += 1) shares.push((sum += rank ** -1.05))
  let state = seed
  // The generator of Park and Miller: a measurement needs no better one.
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  const one = () => {
    const at = random() * sum
    return items[shares.findIndex((share) => share >= at)] ?? ''
  }
  return (count: number): string[] => {
    const drawn = new Set<string>()
    while (drawn.size < count) drawn.add(one())
    return [...drawn]
  }
}
