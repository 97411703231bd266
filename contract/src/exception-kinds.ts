/** Kinds of exceptions that need attention; each belongs to one noun. */
export const exceptionKinds = [
  'short_pick',
  'location_to_count',
  'pick_conflict',
  'pack_conflict',
  'unknown_code',
  'order_hold',
  'stopped_lot',
  'webhook',
] as const
export type ExceptionKind = (typeof exceptionKinds)[number]
