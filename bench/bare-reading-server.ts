// Minimal server for bench/reading.ts: bare Fastify, one statement per reply as the owner of the
// tables, without row-level security, the same pool. No authentication.
import fastify from 'fastify'
import { connect } from '../server/src/database/connect.ts'

/** Counts rows up to the product's limit. */
const upTo = (rows: string) =>
  `(select count(*) from (select ${rows} limit 10001) counted) as total`

/** A page of orders `d`, with the product's columns and total. */
const ordersWhere = (condition: string) => `
  select d.*, c.code as channel, u.name as customer,
    (select count(*) from tenant.order_lines l where l.platform_id = $1 and l.order_id = d.order_id)
      as line_count,
    r.promised, r.backordered,
    ${upTo(`from tenant.orders d where d.platform_id = $1 and ${condition}`)}
  from tenant.orders d
  join tenant.channels c on c.platform_id = d.platform_id and c.channel_id = d.channel_id
  left join tenant.customers u on u.platform_id = d.platform_id and u.customer_id = d.customer_id
  cross join lateral (
    select sum(r.promised) as promised, sum(r.backordered) as backordered
    from tenant.order_lines l
    join tenant.reservations r on r.platform_id = $1 and r.source_type = 'order_line'
      and r.source_id = l.order_line_id
    where l.platform_id = $1 and l.order_id = d.order_id) r
  where d.platform_id = $1 and ${condition}
  order by d.placed_at desc, d.order_id desc limit 50`

/** Statements by name in the path. Each gets the platform and its parameters. */
const statements = {
  levels: `
    select v.variant_id, v.sku, concat_ws(' ', p.name, nullif(v.name, '')) as name, v.unit,
      v.reorder_point, s.warehouse_id, w.code as warehouse_code, s.on_hand, s.unavailable, s.reserved,
      s.backordered, s.on_hand - s.unavailable - s.reserved as available, s.changed_at, c.value_micros,
      ${upTo(`from tenant.stock_levels k join tenant.warehouses h on h.platform_id = k.platform_id
        and h.warehouse_id = k.warehouse_id and h.kind = 'site' where k.platform_id = $1`)}
    from tenant.variants v
    join tenant.stock_levels s on s.platform_id = v.platform_id and s.variant_id = v.variant_id
    join tenant.warehouses w on w.platform_id = s.platform_id and w.warehouse_id = s.warehouse_id
    join tenant.products p on p.platform_id = v.platform_id and p.product_id = v.product_id
    left join tenant.cost_balances c on c.platform_id = s.platform_id
      and c.scope_id = s.warehouse_id and c.variant_id = s.variant_id
    where v.platform_id = $1 and w.kind = 'site'
    order by v.sku_key, s.warehouse_id limit 50`,
  buckets: `
    select b.bucket_id, v.variant_id, v.sku, concat_ws(' ', p.name, nullif(v.name, '')) as name,
      v.unit, b.warehouse_id, w.code as warehouse_code, b.location_id, o.code as location, b.status,
      t.code as lot, t.expires_on, n.code as serial, b.on_hand, b.allocated, b.last_at,
      ${upTo(`from tenant.stock_buckets k where k.platform_id = $1 and k.on_hand > 0`)}
    from tenant.variants v
    join tenant.stock_buckets b on b.platform_id = v.platform_id and b.variant_id = v.variant_id
    join tenant.products p on p.platform_id = v.platform_id and p.product_id = v.product_id
    join tenant.warehouses w on w.platform_id = b.platform_id and w.warehouse_id = b.warehouse_id
    join tenant.locations o on o.platform_id = b.platform_id and o.location_id = b.location_id
    left join tenant.lots t on t.platform_id = b.platform_id and t.lot_id = b.lot_id
    left join tenant.serials n on n.platform_id = b.platform_id and n.serial_id = b.serial_id
    where v.platform_id = $1 and b.on_hand > 0
    order by v.sku_key, b.bucket_id limit 50`,
  code: `
    select v.variant_id, v.sku, concat_ws(' ', p.name, nullif(v.name, '')) as name, b.unit
    from tenant.barcodes b
    join tenant.variants v on v.platform_id = b.platform_id and v.variant_id = b.variant_id
    join tenant.products p on p.platform_id = v.platform_id and p.product_id = v.product_id
    where b.platform_id = $1 and b.code = $2`,
  past: `
    select sum(coalesce((
      select l.qty_after from tenant.stock_ledger l
      where l.platform_id = b.platform_id and l.bucket_id = b.bucket_id and l.recorded_at <= $3
      order by l.recorded_at desc, l.seq desc limit 1), 0)) as on_hand
    from tenant.stock_buckets b where b.platform_id = $1 and b.variant_id = $2`,
  orders: ordersWhere('true'),
  ordersOfCustomer: ordersWhere('d.customer_id = $2'),
  ordersOfItem: ordersWhere(`exists (
    select from tenant.order_lines x
    where x.platform_id = $1 and x.order_id = d.order_id and x.variant_id = $2)`),
  ordersLate: ordersWhere(`d.promised_ship_at < $2
    and d.state in ('confirmed', 'on_hold', 'released', 'in_fulfillment', 'partially_shipped')`),
} as const

// The product must avoid sequential scans, so the comparison does too.
const options = `&options=${encodeURIComponent('-c enable_seqscan=off')}`
const { pool } = connect((process.env['DATABASE_OWNER_URL'] ?? '') + options)
const app = fastify()

app.get('/ready', async () => (await pool.query('select 1 as ready')).rows)

for (const [name, text] of Object.entries(statements))
  app.get(`/${name}`, async (request) => {
    const { values } = request.query as { values: string }
    const statement = { text, values: JSON.parse(values) as [] }
    // Which plan is quick depends on how often the item is ordered.
    const isPlannedOnce = name !== 'ordersOfItem'
    const { rows } = await pool.query<object>({ ...(isPlannedOnce && { name }), ...statement })
    return { items: rows }
  })

process.once('SIGTERM', () => process.exit(0))
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
