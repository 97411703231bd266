import { isSameKey } from '@stowage/contract/folding'
import { type Location, locations } from '@stowage/contract/warehouse/locations'
import { load, send } from '../../app/api.ts'

export type LocationOption = Pick<Location, 'id' | 'code'>

const few = { limit: '8', count: 'none' } as const

/** Places whose codes begin so. */
export const locationsLike = (slug: string, warehouse: string | undefined, q: string) =>
  load(locations.list, { params: { slug }, query: { ...few, warehouse, q } })

/** Asks for the place with this code or barcode. */
export async function findLocation(
  slug: string,
  warehouse: string | undefined,
  code: string,
): Promise<LocationOption | undefined> {
  const { items } = await send(locations.list, {
    params: { slug },
    query: { ...few, warehouse, q: code },
  })
  return (
    items.find((one) => isSameKey(one.code, code) || one.barcode === code) ??
    (items.length === 1 ? items[0] : undefined)
  )
}
