import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { findDocuments } from '../../workspace/documents/list-queries.ts'
import { addressLines, type PostalAddress } from '../../workspace/print/address-rules.ts'
import { orders } from '../orders/queries.ts'
import { getLetterhead } from '../orders/print-queries.ts'
import { returns } from './queries.ts'

/** A return with where it is sent. */
export type LabelledReturn = {
  id: string
  number: string
  order: string | null
  customer: string | null
  sellerName: string
  warehouse: string | null
  /** The lines of the address of the warehouse. */
  address: readonly string[]
}

/** Returns those of the returns that the actor may see, in no particular order. */
export async function findLabelledReturns(
  db: Db,
  actor: WorkspaceMember,
  ids: readonly string[],
): Promise<LabelledReturn[]> {
  const rows = await findDocuments(db, returns, actor, ids)
  const orderIds = [...new Set(rows.flatMap(({ orderId }) => orderId ?? []))]
  const [sites, { seller }, ordered] = await Promise.all([
    listReturnSites(db, actor.platform.id),
    getLetterhead(db, actor.platform.id),
    findDocuments(db, orders, actor, orderIds),
  ])
  const sentTo = new Map(ordered.map((one) => [one.id, one.shippingAddress?.country]))
  // Where there is one warehouse, it is expected there.
  const only = sites.length === 1 ? sites[0] : undefined
  return rows.map(({ id, number, orderId, order = null, customer = null, warehouseId }) => {
    const site = sites.find((one) => one.id === warehouseId) ?? only
    const warehouse = site?.code ?? null
    // It comes from where the order went.
    const address = addressLines(site?.address ?? {}, sentTo.get(orderId ?? ''))
    return { id, number, order, customer, sellerName: seller.name, warehouse, address }
  })
}

type Site = { id: string; code: string; address: PostalAddress }

async function listReturnSites(db: Db, platformId: string): Promise<Site[]> {
  const { rows } = await sql<Site>`
    select warehouse_id as id, code, address from tenant.warehouses
    where platform_id = ${platformId} and kind = 'site' and state = 'active'`.execute(db)
  return rows
}
