import { z } from 'zod'
import { id, line } from '../fields.ts'
import { trackings } from './product-variants.ts'
import { pageOf, pageQuery } from '../lists.ts'
import { locationStatuses } from './locations.ts'
import { itemRef } from './stock-replies.ts'

/* What the grid of a warehouse is asked, and what it answers. */

/** A row; what is kept by lot or serial number is counted elsewhere. */
const gridItem = z.object({ ...itemRef, qtyScale: z.int(), tracking: z.enum(trackings) })
export type GridItem = z.output<typeof gridItem>

/** A column. */
const gridLocation = z.object({
  id,
  code: z.string(),
  zoneCode: z.string().nullable(),
  status: z.enum(locationStatuses),
})
export type GridLocation = z.output<typeof gridLocation>

/** Sellable quantity of an item in a location. Cells without stock are omitted. */
const gridCell = z.object({ variantId: id, locationId: id, onHand: z.string() })
export type GridCell = z.output<typeof gridCell>

export const gridQuery = pageQuery.omit({ count: true }).extend({
  warehouse: id,
  zone: id.optional(),
  /** How the codes of the places begin. */
  place: line('Place', { max: 40 }).optional(),
  category: id.optional(),
  /** Items that are there and the places they are in, or all of both. */
  show: z.enum(['stocked', 'all']).default('stocked'),
  /** As `cursor` for the items, this for the places. */
  across: z.string().max(500).optional(),
})

export const gridWindow = z.object({
  items: pageOf(gridItem),
  places: pageOf(gridLocation),
  cells: z.array(gridCell),
})
