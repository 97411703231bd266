// Minimal server for posting a receipt or an order: bare Fastify, one call of the same function and the
// product's rows in a transaction on the same pool, without authentication, lookups, a full reply or a
// number.
import { randomBytes } from 'node:crypto'
import fastify from 'fastify'
import type pg from 'pg'
import { connect } from '../server/src/database/connect.ts'
import { newId } from '../server/src/database/ids.ts'

type Posting = { platform: string; move: Record<string, unknown>; lines: Record<string, unknown>[] }
type Posted = { moveId: string; recordedAt: string }

const { pool } = connect(process.env['DATABASE_URL'] ?? '')
const app = fastify()

app.get('/ready', async () => (await pool.query('select 1 as ready')).rows)

async function inTransaction<T>(
  work: (client: pg.PoolClient) => Promise<T>,
  platform: string,
): Promise<T> {
  const client = await pool.connect()
  try {
    await Promise.all([client.query('begin'), client.query(scopeOf(platform))])
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    client.release()
  }
}

/** The row-level security scope for writing rows directly. */
const scopeOf = (platform: string) => ({
  name: 'scope',
  text: `select set_config('app.account_id', '', true), set_config('app.platform_id', $1, true)`,
  values: [platform],
})

async function post(client: pg.PoolClient, { platform, move, lines }: Posting) {
  const { rows } = await client.query<{ posted: Posted }>(
    'select stock.post($1, $2::jsonb, $3::jsonb) as posted',
    [platform, JSON.stringify(move), JSON.stringify(lines)],
  )
  return rows[0]?.posted
}

const documents = {
  receipt: `document as (
      insert into tenant.receipts (platform_id, receipt_id, number, warehouse_id, state, received_at,
        move_id, created_at, created_by, updated_at, updated_by)
      values ($1, $2, $3, $4, 'completed', $5, $6, $5, $7, $5, $7)
    ), line as (
      insert into tenant.receipt_lines (platform_id, receipt_id, line_no, variant_id, unit,
        qty_received, location_id, unit_cost_micros)
      values ($1, $2, 1, $8, 'each', 1, $9, 1000000)
    )`,
  adjustment: `document as (
      insert into tenant.adjustments (platform_id, adjustment_id, number, warehouse_id, state,
        reason_code, move_id, created_at, created_by, updated_at, updated_by)
      values ($1, $2, $3, $4, 'posted', 'found', $6, $5, $7, $5, $7)
    ), line as (
      insert into tenant.adjustment_lines (platform_id, adjustment_id, line_no, variant_id,
        location_id, mode, qty, qty_before, qty_after)
      values ($1, $2, 1, $8, $9, 'delta', 1, 0, 1)
    )`,
  // Of an order, $6 are the ids of its lines, $8 their items and $9 is its channel.
  order: `document as (
      insert into tenant.orders (platform_id, order_id, number, warehouse_ids, state, channel_id,
        placed_at, currency, mode, subtotal_micros, total_micros, confirmed_at, created_at,
        created_by, updated_at, updated_by)
      values ($1, $2, $3, array[$4::uuid], 'confirmed', $9, $5, 'EUR', 'strict', 29700000, 29700000,
        $5, $5, $7, $5, $7)
    ), line as (
      insert into tenant.order_lines (platform_id, order_id, line_no, order_line_id, variant_id, unit,
        qty, unit_price_micros, total_micros)
      select $1, $2, x.n, x.line, x.variant, 'each', 1, 9900000, 9900000
      from unnest($6::uuid[], $8::uuid[]) with ordinality as x (line, variant, n)
    ), plan as (
      insert into tenant.order_plans (platform_id, order_id, policy, mode, planned_at, lines)
      select $1, $2, 'fewest_shipments', 'strict', $5, jsonb_object_agg(x.n, jsonb_build_array(
        jsonb_build_object('componentId', null, 'warehouseId', $4::uuid, 'had', '999999', 'given', '1')))
      from unnest($8::uuid[]) with ordinality as x (variant, n)
    )`,
}

/** Returns a line with all fields of the product's reply. */
const shown = (line: Record<string, unknown>) => ({
  ...line,
  sku: 'BENCH-0',
  name: 'Bench 0',
  unit: 'each',
  location: 'RECV',
  lot: null,
  status: 'available',
  serials: [],
  locationId: line['toLocation'],
})

/** Returns one statement for the document with its line, audit event, event and saved reply. */
const writeAll = (document: keyof typeof documents) => `
  with ${documents[document]}, entry as (
    insert into audit.audit_log (id, created_at, action, outcome, actor_type, actor_id, actor_email,
      platform_id, platform_slug, target_type, target_id, target_name, ip, user_agent, request_id,
      session_id, amr, metadata)
    values ($10, $5, 'RECEIPT_COMPLETED', 'success', 'tenant_user', $7, 'bench-0@example.test', $1,
      'bench-posting', '${document}', $2::uuid::text, $3, '127.0.0.1', 'node', $10::uuid::text, $10,
      '{pwd}', $13::jsonb)
  ), event as (
    insert into tenant.tenant_events (platform_id, type, subject_type, subject_id, subject_version,
      payload, occurred_at)
    values ($1, '${document}.completed', '${document}', $2::uuid::text, 1, $13::jsonb, $5)
  )
  insert into ops.idempotency_keys (caller, route, key_hash, body_hash, reply, created_at, expires_at)
  values ('bench', $1::uuid::text, $11, $11, $12::jsonb, $5, $5::timestamptz + interval '1 day')`

app.post('/written/post', async (request, reply) => {
  const body = request.body as Posting
  const { platform, move, lines } = body
  const document = move['sourceType'] as keyof typeof documents
  const id = newId()
  const posted = await inTransaction(async (client) => {
    const answer = await post(client, { ...body, move: { ...move, sourceId: id } })
    const head = [
      platform,
      id,
      `BARE-${id}`,
      move['warehouseId'],
      answer?.recordedAt,
      answer?.moveId,
    ]
    const line = [move['actorId'], lines[0]?.['variantId'], lines[0]?.['toLocation']]
    const kept = { [document]: { id, ...move, ...answer, lines: lines.map(shown) } }
    const payload = { lines: 1, number: head[2], warehouseId: move['warehouseId'] }
    const rest = [newId(), randomBytes(32), JSON.stringify(kept), JSON.stringify(payload)]
    const values = [...head, ...line, ...rest]
    await client.query({ name: document, text: writeAll(document), values })
    return answer
  }, platform)
  return reply.code(201).send(posted)
})

type Order = {
  platform: string
  warehouse: string
  channel: string
  actor: string
  items: string[]
}

app.post('/written/order', async (request, reply) => {
  const { platform, warehouse, channel, actor, items } = request.body as Order
  const id = newId()
  const lines = items.map((variantId, index) => ({
    lineNo: index + 1,
    sourceType: 'order_line',
    sourceId: newId(),
    warehouseId: warehouse,
    variantId,
    qty: '1',
    priority: 5,
  }))
  const order = { id, number: `BARE-${id}`, state: 'confirmed', channel, lines: lines.map(shown) }
  await inTransaction(async (client) => {
    await client.query({
      name: 'promise',
      text: `select stock.promise($1, $2::jsonb, 'strict')`,
      values: [platform, JSON.stringify(lines)],
    })
    const head = [platform, id, order.number, warehouse, new Date().toISOString()]
    const rows = [lines.map(({ sourceId }) => sourceId), actor, items, channel]
    const payload = JSON.stringify({ lines: lines.length, number: order.number })
    const rest = [newId(), randomBytes(32), JSON.stringify({ order }), payload]
    const values = [...head, ...rows, ...rest]
    await client.query({ name: 'order', text: writeAll('order'), values })
  }, platform)
  return reply.code(201).send({ order })
})

type Step = {
  platform: string
  warehouse: string
  actor: string
  fulfillment: string
  order: string
  /** Move that the kernel posts. */
  move: Record<string, unknown>
  lines: Record<string, unknown>[]
  /** Pick task, only for a pick. */
  task?: string
}

/** Returns the statement of a step: its rows, with `entries` audit events and events, and the saved reply. */
const writeStep = (rows: string, entries: number) => `
  with ${rows}, entry as (
    insert into audit.audit_log (id, created_at, action, outcome, actor_type, actor_id, actor_email,
      platform_id, platform_slug, target_type, target_id, target_name, ip, user_agent, request_id,
      session_id, amr, metadata)
    select e.id, $5, 'PICK_CONFIRMED', 'success', 'tenant_user', $4, 'bench-0@example.test', $1,
      'bench-fulfilling', 'fulfillment', $2::uuid::text, 'SO-1-F1', '127.0.0.1', 'node', e.id::text,
      e.id, '{pwd}', $6::jsonb
    from unnest($7::uuid[]) as e (id)
  ), event as (
    insert into tenant.tenant_events (platform_id, type, subject_type, subject_id, subject_version,
      payload, occurred_at)
    select $1, 'fulfillment.picked', 'fulfillment', $2::uuid::text, 1, $6::jsonb, $5
    from generate_series(1, ${entries})
  )
  insert into ops.idempotency_keys (caller, route, key_hash, body_hash, reply, created_at, expires_at)
  values ('bench', $1::uuid::text, $8, $8, $6::jsonb, $5, $5::timestamptz + interval '1 day')`

const fulfillmentRow = `fulfillment as (
      update tenant.fulfillments set state = $10, version = version + 1, updated_at = $5, updated_by = $4
      where platform_id = $1 and fulfillment_id = $2
    ), parent as (
      update tenant.orders set fulfillment_state = $11, version = version + 1, updated_at = $5,
        updated_by = $4
      where platform_id = $1 and order_id = $3
    )`

/** Rows that each step writes besides the move, with its number of audit events and events. */
const stepsOf = {
  // Of three picks one begins the fulfillment, with its order, and one ends it: one change for each pick.
  pick: {
    entries: 1,
    text: writeStep(
      `${fulfillmentRow}, task as (
      update tenant.pick_tasks set state = 'done', picked_at = $5, picked_by = $4
      where platform_id = $1 and fulfillment_id = $2 and pick_task_id = $9
    )`,
      1,
    ),
    state: ['picking', 'none'],
  },
  ship: {
    entries: 3,
    text: writeStep(
      `${fulfillmentRow}, shipment as (
      insert into tenant.shipments (platform_id, shipment_id, number, fulfillment_id, order_id,
        warehouse_id, carrier, shipped_at, move_id, created_at, created_by, updated_at, updated_by)
      values ($1, $9, $9::uuid::text, $2, $3, $12, 'Post', $5, $13, $5, $4, $5, $4)
    ), package as (
      update tenant.packages set shipment_id = $9 where platform_id = $1 and fulfillment_id = $2
    )`,
      3,
    ),
    state: ['shipped', 'full'],
  },
} as const

app.post('/written/:step', async (request, reply) => {
  const { step } = request.params as { step: keyof typeof stepsOf }
  const { platform, warehouse, actor, fulfillment, order, task, ...posted } = request.body as Step
  const { text, entries, state } = stepsOf[step]
  const id = task ?? newId()
  const kept = JSON.stringify({ ...posted.move, lines: posted.lines.map(shown) })
  const answer = await inTransaction(async (client) => {
    const moved = await post(client, {
      platform,
      move: { ...posted.move, sourceId: id },
      lines: posted.lines,
    })
    const head = [platform, fulfillment, order, actor, new Date().toISOString(), kept]
    const ids = Array.from({ length: entries + (step === 'pick' ? 1 : 0) }, () => newId())
    const rest = step === 'ship' ? [warehouse, moved?.moveId] : []
    const values = [...head, ids, randomBytes(32), id, ...state, ...rest]
    await client.query({ name: step, text, values })
    return moved
  }, platform)
  return reply.code(step === 'ship' ? 201 : 200).send({ ...posted, answer })
})

process.once('SIGTERM', () => process.exit(0))
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
