// Fills a platform with a large warehouse in a given or temporary database and measures the time.
// npm run bench:world -- --set stock
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { migrate } from '../server/src/database/migrate.ts'
import { runBench, say, startDatabase } from './stage.ts'
import { loadWorld, sets } from './world-load.ts'

const { values } = parseArgs({
  options: {
    set: { type: 'string', default: 'stock' },
    variants: { type: 'string' },
    buckets: { type: 'string' },
    rows: { type: 'string' },
    costs: { type: 'string', default: 'each' },
    /** The URL of the cluster's owner, and the slug of a platform without a warehouse. */
    database: { type: 'string' },
    platform: { type: 'string' },
  },
})

runBench(async () => {
  const set = Object.entries(sets).find(([name]) => name === values.set)?.[1]
  if (!set) throw new Error(`--set: one of ${Object.keys(sets).join(', ')}`)
  const { costs } = values
  if (costs !== 'each' && costs !== 'one') throw new Error('--costs: each or one')
  const ownerUrl = values.database ?? (await startDatabase()).ownerUrl
  if (!values.database) await migrate(ownerUrl)
  const platformId = await platformAt(ownerUrl, values.platform)
  const size = {
    seed: 1,
    platform: 1,
    ...set,
    costs: costs as 'each' | 'one',
    ...(values.variants && { variants: Number(values.variants) }),
    ...(values.buckets && { buckets: Number(values.buckets) }),
    ...(values.rows && { ledgerRows: Number(values.rows) }),
  }
  await loadWorld(ownerUrl, platformId, size, { say })
  return []
})

/** Returns the id of the platform with this slug. Without a slug, creates one. */
async function platformAt(ownerUrl: string, slug: string | undefined): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>(
      slug === undefined
        ? `insert into tenant.platforms (platform_id, name, slug, created_at, updated_at)
           values ($1, 'World', 'world', now(), now()) returning platform_id as id`
        : `select platform_id as id from tenant.platforms where slug = $1`,
      [slug ?? randomUUID()],
    )
    if (!rows[0]) throw new Error(`There is no platform at ${slug}`)
    return rows[0].id
  } finally {
    await client.end()
  }
}
