import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import type { TestApp } from './app.ts'
import type { Site } from './warehouse.ts'

export type { Site }
const { catalog, receiving, adjustments } = api.warehouse

export const as = ({ params, token }: Pick<Site, 'params' | 'token'>) => ({ params, token })

/** A product of one variant, an `each` without decimals or marks unless `item` says otherwise. */
export async function newItem(world: TestApp, site: Site, item: Record<string, unknown> = {}) {
  const sku = `SKU-${randomUUID().slice(0, 8)}`
  const answer = await world.call(catalog.createProduct, {
    ...as(site),
    body: { name: 'Mug', variants: [{ sku, ...item }] },
  })
  const [variant] = answer.body.product?.variants ?? []
  if (!variant) throw new Error(`no item: ${JSON.stringify(answer.body)}`)
  return variant
}

type Who = { token: string }

/** Receives into A-01 at a cost of 1.00 and completes at once; `line` and `more` say otherwise. */
export const receiveInto = (
  world: TestApp,
  site: Site,
  line: Record<string, unknown>,
  {
    by = site,
    headers,
    ...more
  }: Record<string, unknown> & { by?: Who; headers?: Record<string, string> } = {},
) =>
  world.call(receiving.create, {
    ...{ params: site.params, token: by.token, ...(headers && { headers }) },
    body: {
      warehouseId: site.warehouse.id,
      complete: true,
      lines: [{ location: 'A-01', unitCost: '1.00', ...line }],
      ...more,
    },
  })

/** Adjusts one line in A-01 and posts it; `line` and `more` say otherwise. */
export const adjustAt = (
  world: TestApp,
  site: Site,
  line: Record<string, unknown>,
  {
    by = site,
    headers,
    ...more
  }: Record<string, unknown> & { by?: Who; headers?: Record<string, string> } = {},
) =>
  world.call(adjustments.create, {
    ...{ params: site.params, token: by.token, ...(headers && { headers }) },
    body: {
      warehouseId: site.warehouse.id,
      reasonCode: 'damaged',
      lines: [{ mode: 'delta', location: 'A-01', ...line }],
      ...more,
    },
  })
