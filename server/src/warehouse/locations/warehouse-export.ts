import type { Warehouse } from '@stowage/contract/warehouse/warehouses'
import { yesNo, type Columns } from '../../http/csv.ts'

/** The list of warehouses as a file. */
export const warehouseColumns: Columns<Warehouse> = {
  id: ({ id }) => id,
  code: ({ code }) => code,
  name: ({ name }) => name,
  kind: ({ kind }) => kind,
  timezone: ({ timezone }) => timezone,
  sellable: ({ isSellable }) => yesNo(isSellable),
  rank: ({ rank }) => String(rank),
  pick_policy: ({ pickPolicy }) => pickPolicy ?? '',
  address_name: ({ address }) => address.name,
  address_line1: ({ address }) => address.line1,
  address_line2: ({ address }) => address.line2,
  postal_code: ({ address }) => address.postalCode,
  city: ({ address }) => address.city,
  region: ({ address }) => address.region,
  country: ({ address }) => address.country,
  state: ({ state }) => state,
  created_at: ({ createdAt }) => createdAt,
}

export const codesOf = (warehouses: readonly Warehouse[]) =>
  new Map(warehouses.map(({ id, code }) => [id, code]))
