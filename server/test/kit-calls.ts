import { api } from '@stowage/contract'
import type { TestApp } from './app.ts'
import { arrange } from './arrange.ts'
import { as, newItem, type Site } from './fixtures.ts'

/** A kit of so many of each component. */
export async function newKit(
  app: TestApp,
  site: Site,
  components: readonly { sku: string; qty: string }[],
) {
  const { sku, ...made } = await newItem(app, site)
  const { body } = await app.call(api.warehouse.products.create, {
    ...as(site),
    body: {
      name: 'Kit',
      kind: 'virtual_kit',
      variants: [{ sku: `KIT-${sku}`, backorder: { policy: 'allow' } }],
    },
  })
  const kit = body.product.variants[0] ?? { sku, ...made }
  await app.call(api.warehouse.kits.save, {
    ...as(site),
    params: { ...site.params, variantId: kit.id },
    body: { components: [...components] },
  })
  return kit
}

type Claim = {
  line: string
  component: string | null
  per_kit: number | null
  had: number
  used: number
  waits: number
  free: number
}

/**
 * Returns problems in the reservations of items: parts of kits that make no whole kit, other than picked
 * ones, and available stock that a waiting order could get.
 */
export async function findLooseKits(app: TestApp, variantIds: readonly string[]) {
  const claims = (await arrange(
    app,
    `select r.source_id as line, r.component_id as component, c.per_kit::int,
       sum(r.promised + r.consumed)::int as had, sum(r.allocated + r.consumed)::int as used,
       sum(r.backordered)::int as waits,
       sum(least(r.backordered, s.on_hand - s.unavailable - s.reserved))::int as free
     from tenant.reservations r
     join tenant.stock_levels s using (platform_id, warehouse_id, variant_id)
     left join tenant.order_line_components c on c.platform_id = r.platform_id
       and c.order_line_id = r.source_id and c.component_id = r.component_id
     where r.variant_id = any ($1::uuid[])
     group by 1, 2, 3`,
    [variantIds],
  )) as Claim[]
  const wrong = claims.filter((each) => each.component === null && each.free > 0)
  const kits = Map.groupBy(
    claims.filter(({ component }) => component !== null),
    ({ line }) => line,
  )
  for (const parts of kits.values()) {
    const kitsOf = (countOf: (part: Claim) => number) =>
      Math.min(...parts.map((part) => Math.floor(countOf(part) / (part.per_kit ?? 1))))
    const made = kitsOf(({ had }) => had)
    const isLoose = parts.some(
      ({ had, used, per_kit: perKit }) => had > Math.max(made * (perKit ?? 1), used),
    )
    if (isLoose || kitsOf(({ had, free }) => had + free) > made) wrong.push(...parts)
  }
  return wrong
}
