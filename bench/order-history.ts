import { openSite } from './posting.ts'
import type { Account } from './accounts.ts'
import { withClient } from './goods.ts'
import { post } from './accounts.ts'

const customers = 20_000
const variants = 1_000

/** A platform with many orders, and what its lists are asked for. */
export type History = Awaited<ReturnType<typeof loadOrders>>

/**
 * Writes `count` orders of the past year with SQL, as the product would: two lines each on average,
 * the newest six of a hundred open and reserved. A third of the orders goes to one customer in a
 * hundred, and half of the lines are for one item in twenty.
 */
export async function loadOrders(ownerUrl: string, port: number, account: Account, count: number) {
  const { site, items } = await openSite(port, account, 'bench-lists', variants)
  const { platform, slug, token, warehouse } = site
  const path = `/api/v1/tenant/${slug}/orders`
  // The first order creates the channel.
  await post(port, path, { lines: [{ variantId: items[0], qty: '1' }] }, token)
  return withClient(ownerUrl, async (client) => {
    const ask = (text: string, ...values: unknown[]) => client.query(text, values)
    // Skips foreign key checks of consistent rows.
    await ask('set session_replication_role = replica')
    await ask('set synchronous_commit = off')
    await ask('set statement_timeout = 0')
    await ask(
      `insert into tenant.customers (platform_id, customer_id, code, code_key, name, search, created_at,
         updated_at)
       select $1, gen_random_uuid(), 'C-' || i, 'c-' || i, 'Customer ' || i, 'c-' || i || ' customer ' || i,
         now(), now()
       from generate_series(1, $2::int) i`,
      platform,
      customers,
    )
    await ask(
      `create temp table customer as
         select customer_id, row_number() over (order by code_key) - 1 as n
         from tenant.customers where platform_id = '${platform}'`,
    )
    await ask(
      `create temp table item as
         select variant_id, row_number() over (order by sku_key) - 1 as n
         from tenant.variants where platform_id = '${platform}'`,
    )
    await ask(
      'create unique index on customer (n); create unique index on item (n); analyze customer, item',
    )
    await ask(
      `insert into tenant.stock_levels (platform_id, warehouse_id, variant_id, qty_scale, tracking,
         on_hand)
       select $1, $2, variant_id, 0, 'none', 1000000 from item on conflict do nothing`,
      platform,
      warehouse,
    )
    await ask(
      `insert into tenant.orders (platform_id, order_id, number, channel_id, external_id, customer_id,
         state, placed_at, promised_ship_at, currency, warehouse_ids, mode, subtotal_micros,
         total_micros, confirmed_at, created_at, updated_at)
       select $1, gen_random_uuid(), 'SO-' || (1000000 + i), f.channel_id, 'EXT-' || i, c.customer_id,
         case when i <= $3 * 0.94 then case when i % 31 = 0 then 'cancelled' else 'completed' end
           when i % 40 = 0 then 'on_hold' else 'confirmed' end,
         t.at, t.at + interval '2 days', 'EUR', array[$2::uuid], 'backorder', 19800000, 19800000, t.at,
         t.at, t.at
       from generate_series(1, $3::int) i
       cross join lateral (
         select now() - ($3 - i) * (interval '365 days' / $3) as at offset 0) t
       cross join (select channel_id from tenant.channels where platform_id = $1 limit 1) f
       join customer c on c.n = case when i % 3 = 0 then i / 3 % ($4::int / 100) else i % $4 end`,
      platform,
      warehouse,
      count,
      customers,
    )
    await ask(
      `insert into tenant.order_lines (platform_id, order_id, line_no, order_line_id, variant_id, unit,
         qty, unit_price_micros, total_micros)
       select $1, o.order_id, l.n, gen_random_uuid(), v.variant_id, 'each', 1, 9900000, 9900000
       from (
         select order_id, substr(external_id, 5)::int as i
         from tenant.orders where platform_id = $1 and external_id is not null) o
       cross join lateral generate_series(1, 1 + o.i % 3) as l (n)
       join item v on v.n =
         case when (o.i + l.n) % 2 = 0 then o.i * 7 % ($2::int / 20) else (o.i * 13 + l.n * 101) % $2 end`,
      platform,
      variants,
    )
    await ask(
      `insert into tenant.reservations (platform_id, source_type, source_id, warehouse_id, variant_id,
         promised)
       select $1, 'order_line', l.order_line_id, $2, l.variant_id, 1
       from tenant.orders o
       join tenant.order_lines l on l.platform_id = o.platform_id and l.order_id = o.order_id
       where o.platform_id = $1 and o.state in ('confirmed', 'on_hold')`,
      platform,
      warehouse,
    )
    await ask(
      'vacuum analyze tenant.orders, tenant.order_lines, tenant.reservations, tenant.customers',
    )
    const { rows } = await client.query<{ customer: string; item: string }>(
      `select (select customer_id from customer where n = 1) as customer,
         (select variant_id from item where n = 1) as item`,
    )
    return { platform, slug, token, count, ...(rows[0] ?? { customer: '', item: '' }) }
  })
}
