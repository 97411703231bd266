import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { findDocuments } from '../../workspace/documents/list-queries.ts'
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
  const [sites, seller] = await Promise.all([
    listSites(db, actor.platform.id),
    getSeller(db, actor.platform.id),
  ])
  // Where there is one warehouse, it is expected there.
  const only = sites.length === 1 ? sites[0] : undefined
  return rows.map(({ id, number, order = null, customer = null, warehouseId }) => {
    const site = sites.find((one) => one.id === warehouseId) ?? only
    const warehouse = site?.code ?? null
    const address = addressLines(site?.address)
    return { id, number, order, customer, sellerName: seller.name, warehouse, address }
  })
}

type Address = Partial<
  Record<'name' | 'line1' | 'line2' | 'postalCode' | 'city' | 'region' | 'country', string>
>

type Site = { id: string; code: string; address: Address }

async function listSites(db: Db, platformId: string): Promise<Site[]> {
  const { rows } = await sql<Site>`
    select warehouse_id as id, code, address from tenant.warehouses
    where platform_id = ${platformId} and kind = 'site' and state = 'active'`.execute(db)
  return rows
}

const addressLines = (address: Address = {}): string[] => {
  const { name, line1, line2, postalCode, city, region, country } = address
  const town = [postalCode, city].filter(Boolean).join(' ')
  return [name, line1, line2, town, [region, country].filter(Boolean).join(', ')].flatMap(
    (text) => text || [],
  )
}
