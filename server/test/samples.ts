import { api } from '@stowage/contract'
import type { Route } from '@stowage/contract/route'
import type { TestApp } from './app.ts'

/* One of each record, for the tests that every record must pass. */

const { warehouse: w, orders: o } = api

/** A verb of a record, with a body that it accepts. The version is added. */
type Verb = {
  route: Route
  body?: object
  /** The error of whoever comes second. `version_conflict` unless the state says more. */
  late?: 'invalid_transition'
}
export type RecordSample = {
  /** The parameter of its address. */
  id: string
  create: Verb
  change: Verb
  archive?: Verb
  restore?: Verb
  /** Its events carry this. */
  carried: object
}

/**
 * Each kind of record by its name in events. `code` is the code, SKU or name of the one that is
 * created; `productId` is the product that gets another variant.
 */
export function recordSamples(
  { warehouse: { id: warehouseId } }: { warehouse: { id: string } },
  code: string,
  productId: string,
): Record<string, RecordSample> {
  return {
    warehouse: {
      id: 'warehouseId',
      create: { route: w.warehouses.create, body: { code, name: 'Other' } },
      change: { route: w.warehouses.update, body: { name: 'South' } },
      archive: { route: w.warehouses.archive },
      restore: { route: w.warehouses.restore },
      carried: { code },
    },
    zone: {
      id: 'zoneId',
      create: { route: w.zones.create, body: { warehouseId, code } },
      change: { route: w.zones.update, body: { name: 'Cold' } },
      archive: { route: w.zones.archive },
      restore: { route: w.zones.restore },
      carried: { code, warehouseId },
    },
    location: {
      id: 'locationId',
      create: { route: w.locations.create, body: { warehouseId, code } },
      change: { route: w.locations.update, body: { pickable: false } },
      archive: { route: w.locations.archive, late: 'invalid_transition' },
      carried: { code, warehouseId },
    },
    category: {
      id: 'categoryId',
      create: { route: w.categories.create, body: { name: code } },
      change: { route: w.categories.update, body: { parentId: null } },
      carried: { name: code },
    },
    product: {
      id: 'productId',
      create: { route: w.products.create, body: { name: code, variants: [{ sku: `${code}-P` }] } },
      change: { route: w.products.update, body: { brand: 'Kiln' } },
      archive: { route: w.products.archive },
      restore: { route: w.products.restore },
      carried: { name: code },
    },
    variant: {
      id: 'variantId',
      create: { route: w.variants.create, body: { sku: code, productId } },
      change: { route: w.variants.update, body: { weightG: 7 } },
      archive: { route: w.variants.archive },
      restore: { route: w.variants.restore },
      carried: { sku: code, productId },
    },
    channel: {
      id: 'channelId',
      create: { route: o.channels.create, body: { code, kind: 'shop' } },
      change: { route: o.channels.update, body: { name: 'Shop' } },
      archive: { route: o.channels.update, body: { state: 'archived' } },
      restore: { route: o.channels.update, body: { state: 'active' } },
      carried: { code },
    },
    carrier: {
      id: 'carrierId',
      create: { route: o.carriers.create, body: { code, name: 'Post' } },
      change: {
        route: o.carriers.update,
        body: { trackingUrl: 'https://post.example/{tracking}' },
      },
      archive: { route: o.carriers.archive },
      restore: { route: o.carriers.restore },
      carried: { code },
    },
    box: {
      id: 'boxId',
      create: { route: o.boxes.create, body: { code, name: 'Carton', lengthMm: 400 } },
      change: { route: o.boxes.update, body: { maxWeightG: 15_000 } },
      archive: { route: o.boxes.archive },
      restore: { route: o.boxes.restore },
      carried: { code },
    },
    customer: {
      id: 'customerId',
      create: {
        route: o.customers.create,
        body: { code, name: 'Ada', emails: ['ada@example.com'] },
      },
      change: { route: o.customers.update, body: { emails: ['ada@example.org'] } },
      archive: { route: o.customers.archive },
      restore: { route: o.customers.restore },
      carried: { code },
    },
  }
}

/** Creates one of each kind of record, with this code. Returns them by their kind. */
export async function createSamples(
  app: TestApp,
  {
    token,
    params,
    ...site
  }: { token: string; params: { slug: string }; warehouse: { id: string } },
  code: string,
  productId: string,
): Promise<Record<string, { id: string }>> {
  const made: Record<string, { id: string }> = {}
  for (const [kind, { create }] of Object.entries(recordSamples(site, code, productId))) {
    const call = { token, params, body: create.body as never }
    const { status, body } = await app.call(create.route as typeof w.zones.create, call)
    if (status !== 201) throw new Error(`${kind}: ${JSON.stringify(body)}`)
    made[kind] = (body as unknown as typeof made)[kind] ?? { id: '' }
  }
  return made
}
