/** Tiles of today's work, in display order; each belongs to one noun. */
export const todayTiles = [
  'late',
  'to_release',
  'to_pick',
  'to_pack',
  'to_ship',
  'orders_on_hold',
  'backorder',
  'returns_to_inspect',
  'to_receive',
  'receiving_bay',
  'to_put_back',
  'to_approve',
  'on_hold',
  'exceptions',
] as const
export type TodayTile = (typeof todayTiles)[number]

/** Setup steps of a new workspace; each is done or not, depending on the records that exist. */
export const setupSteps = ['warehouse', 'locations', 'products', 'stock', 'team'] as const
export type SetupStep = (typeof setupSteps)[number]

/** Types of records listed as a member's recent work. */
export const recentTypes = ['receipt', 'adjustment', 'move', 'product'] as const
export type RecentType = (typeof recentTypes)[number]
