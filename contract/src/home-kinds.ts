/** What waits to be done today, in the order in which it is shown; each is of a noun. */
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

/** What a new workspace has to do, each true or not by what is there. */
export const setupSteps = ['warehouse', 'locations', 'products', 'stock', 'team'] as const
export type SetupStep = (typeof setupSteps)[number]

/** What a member may have touched last. */
export const recentTypes = ['receipt', 'adjustment', 'move', 'product'] as const
export type RecentType = (typeof recentTypes)[number]
