/** Roles of the everyday work in a workspace, beside `owner` and `admin`, who may do everything. */
export const everydayRoles = [
  'warehouse_manager',
  'inventory_controller',
  'receiver',
  'picker',
  'packer',
  'shipper',
  'returns_clerk',
  'order_manager',
  'purchaser',
  'planner',
  'accountant',
  'viewer',
  'integration',
] as const
export type EverydayRole = (typeof everydayRoles)[number]
