import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { findDocuments } from '../../workspace/documents/queries.ts'
import { getSeller } from '../papers/queries.ts'
import { returns } from '../returns/queries.ts'

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
  const [addresses, seller] = await Promise.all([
    listAddresses(db, actor.platform.id),
    getSeller(db, actor.platform.id),
  ])
  return rows.map(({ id, number, order = null, customer = null, warehouseId, warehouseCode }) => ({
    id,
    number,
    order,
    customer,
    sellerName: seller.name,
    warehouse: warehouseCode ?? null,
    address: addressLines(addresses.get(warehouseId ?? '')),
  }))
}

type Address = Partial<
  Record<'name' | 'line1' | 'line2' | 'postalCode' | 'city' | 'region' | 'country', string>
>

async function listAddresses(db: Db, platformId: string): Promise<Map<string, Address>> {
  const { rows } = await sql<{ id: string; address: Address }>`
    select warehouse_id as id, address from tenant.warehouses
    where platform_id = ${platformId} and kind = 'site'`.execute(db)
  return new Map(rows.map(({ id, address }) => [id, address]))
}

const addressLines = (address: Address = {}): string[] => {
  const { name, line1, line2, postalCode, city, region, country } = address
  const town = [postalCode, city].filter(Boolean).join(' ')
  return [name, line1, line2, town, [region, country].filter(Boolean).join(', ')].flatMap(
    (text) => text || [],
  )
}
