// Counts the statements that each call of an order of three lines sends to the database, from its entry to its shipment. Takes
// about a minute. The counts do not depend on load, but background jobs may add a few.
import { randomUUID } from 'node:crypto'
import { makeAccounts } from './accounts.ts'
import { open } from './connection.ts'
import { textOf } from './fulfilling.ts'
import { stockUp, withClient } from './goods.ts'
import { openSite } from './posting.ts'
import { readFlags } from './flags.ts'
import { asText, writePart } from './report.ts'
import { runBench, startDatabase, startServer } from './stage.ts'

const linesPerOrder = 3

runBench(async () => {
  const database = await startDatabase(undefined, {
    shared_preload_libraries: 'pg_stat_statements',
    'pg_stat_statements.track': 'top',
  })
  const urls = { DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl }
  const server = await startServer({ ...urls, REQUIRE_VERIFIED_EMAIL: 'off' })
  const [account] = await makeAccounts(server.port, 1)
  if (!account) throw new Error('There is no account.')
  const opened = await openSite(server.port, account, 'bench-statements', linesPerOrder)
  const { site } = opened
  const items = opened.items.slice(0, linesPerOrder)
  await stockUp(urls.DATABASE_URL, site, items, 1_000_000)
  const connection = await open(server.port)
  const counts = new Map<string, number>()
  await withClient(database.ownerUrl, async (client) => {
    await client.query('create extension if not exists pg_stat_statements schema public')
    // Leaves out statements of background jobs, recognized by the tables they name.
    const ofJobs =
      'pg_stat_statements|pgboss|audit_pending|audit_seal|available_changes|relay|signing_keys|directory.cells|webhooks_at_work|platforms_to_announce|advisory_xact_lock'
    const counted = async <Body>(name: string, path: string, body: object): Promise<Body> => {
      await client.query('select public.pg_stat_statements_reset()')
      const answer = await connection.ask(textOf(site, { path, body }))
      if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.body}`)
      const { rows } = await client.query<{ calls: number }>(
        `select coalesce(sum(calls), 0)::int as calls from public.pg_stat_statements
         where query !~* '^(begin|commit|start|rollback)' and query !~ $1`,
        [ofJobs],
      )
      counts.set(name, (counts.get(name) ?? 0) + (rows[0]?.calls ?? 0))
      return JSON.parse(answer.body) as Body
    }
    const lines = items.map((variantId) => ({ variantId, qty: '1', unitPrice: '9.90' }))
    const enter = (name: string) =>
      counted<{ order: { id: string; version: number } }>(name, 'orders', {
        lines,
        confirm: { mode: 'strict' },
      })
    // The first of each is prepared, and looks up what is kept afterwards.
    for (const isWarm of [false, true]) {
      if (isWarm) counts.clear()
      const { order } = await enter('Create')
      const { fulfillments } = await counted<{ fulfillments: { id: string }[] }>(
        'Release',
        `orders/${order.id}/release`,
        { version: order.version },
      )
      const id = fulfillments[0]?.id ?? ''
      const head = `GET /api/v1/tenant/${site.slug}/picking/tasks?fulfillment=${id}&count=none HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${site.token}\r\n\r\n`
      const { items: tasks } = JSON.parse((await connection.ask(head)).body) as {
        items: { id: string; qty: string }[]
      }
      for (const { id: task, qty } of tasks)
        await counted('Three picks', `picking/tasks/${task}/confirm`, { qty, scanId: randomUUID() })
      await counted('Pack all and close', `packing/fulfillments/${id}/pack-all`, {})
      await counted('Ship', 'shipping/shipments', { fulfillmentId: id, carrier: 'Post' })
      const other = (await enter('Create')).order
      await counted('Fulfil, in one call', `orders/${other.id}/fulfil`, { version: other.version })
    }
  })
  connection.close()
  await server.stop()
  // Two orders were entered.
  counts.set('Create', (counts.get('Create') ?? 0) / 2)
  const figures = [...counts].map(([what, count]) => ({ what, measured: String(count) }))
  const section = { title: `Statements of an order of ${linesPerOrder} lines`, figures }
  if (readFlags().isWritten) writePart('Statements', [section])
  process.stdout.write(asText([section]))
  return [section]
})
