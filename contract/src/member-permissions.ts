/** Everything a member of a workspace can be allowed to do, as `area.object.action`, in words. */
export const warehouseRights = {
  'platform.settings.read': 'view workspace settings',
  'platform.settings.update': 'change workspace settings',
  'platform.member.read': 'view members',
  'platform.member.update': 'manage warehouse access',
  'platform.audit.read': 'view the audit log',
  'platform.api_key.read': 'view API keys',
  'platform.api_key.manage': 'manage API keys',
  'webhook.read': 'view webhooks and their deliveries',
  'webhook.manage': 'manage webhooks',
  'webhook.replay': 'send webhook deliveries again',
  'platform.export.run': 'export all data',
  'catalog.product.read': 'view products',
  'catalog.product.create': 'create products',
  'catalog.product.update': 'edit products',
  'catalog.product.archive': 'archive products',
  'catalog.price.read': 'view prices',
  'catalog.price.update': 'edit prices',
  'catalog.cost.read': 'view costs',
  'catalog.cost.update': 'edit costs',
  'catalog.barcode.manage': 'edit barcodes and packs',
  'catalog.kit.manage': 'edit kits',
  'catalog.import': 'import products',
  'location.read': 'view locations',
  'location.create': 'create locations',
  'location.update': 'edit locations',
  'location.archive': 'archive locations, zones and warehouses',
  'location.block': 'block locations',
  'stock.read': 'view stock',
  'stock.value.read': 'view stock value',
  'stock.history.read': 'view the stock history',
  'stock.move': 'move stock',
  'stock.status.change': 'put stock on hold and release it',
  'stock.adjust.create': 'adjust stock',
  'stock.adjust.approve': 'approve adjustments',
  'stock.adjust.post_without_approval': 'adjust any value without approval',
  'stock.backdate': 'post entries dated in the past',
  'stock.reverse': 'reverse stock movements',
  'stock.unreserve': 'take stock that is reserved for orders',
  'stock.reserve.override': 'reserve stock by hand',
  'stock.verify.run': 'run the integrity check',
  'receipt.create': 'receive stock',
  'receipt.complete': 'complete receipts',
  'receipt.reverse': 'reverse receipts',
  'customer.read': 'view customers',
  'customer.manage': 'manage customers',
  'customer.pii.read': 'view contact details of customers',
  'order.read': 'view orders',
  'order.create': 'create orders',
  'order.update': 'edit orders',
  'order.confirm': 'confirm orders',
  'order.hold': 'put orders on hold and take them off hold',
  'order.release': 'release orders for picking',
  'order.cancel': 'cancel orders',
  'order.price.override': 'change prices of order lines',
  'wave.read': 'view waves and pick batches',
  'wave.manage': 'create and cancel waves',
  'wave.release': 'release waves',
  'pick.perform': 'pick orders',
  'pick.assign': 'assign picks to members',
  'pick.short': 'report that too little was found',
  'pack.perform': 'pack orders',
  'pack.skip_scan': 'pack without scanning',
  'ship.confirm': 'ship orders',
  'ship.void': 'void shipments',
  'manifest.close': 'hand shipments over to carriers',
  'exception.resolve': 'assign, snooze and resolve exceptions',
  'import.run': 'import files',
  'print.use': 'print labels',
  'print.manage': 'edit labels',
  'report.operational.read': 'view reports',
  'view.share': 'share views of lists',
} as const

export type WarehousePermission = keyof typeof warehouseRights
export const warehousePermissions = Object.keys(warehouseRights) as WarehousePermission[]

/** What a role string stands for; `*` is everything, `area.*` everything of an area. */
const roles: Readonly<Record<string, readonly string[]>> = {
  owner: ['*'],
  admin: ['*'],
  warehouse_manager: [
    'catalog.product.*',
    'catalog.barcode.manage',
    'catalog.kit.manage',
    'catalog.import',
    'catalog.price.read',
    'location.*',
    'stock.*',
    'receipt.*',
    'customer.read',
    'order.read',
    'order.hold',
    'order.release',
    'wave.*',
    'pick.*',
    'pack.*',
    'ship.*',
    'manifest.close',
    'exception.resolve',
    'report.operational.read',
    'view.share',
    'import.run',
    'print.*',
    'platform.settings.read',
    'platform.member.read',
  ],
  inventory_controller: [
    'catalog.product.read',
    'catalog.barcode.manage',
    'location.*',
    'stock.read',
    'stock.history.read',
    'stock.move',
    'stock.status.change',
    'stock.adjust.*',
    'stock.reverse',
    'stock.verify.run',
    'receipt.create',
    'receipt.complete',
    'exception.resolve',
    'report.operational.read',
    'import.run',
    'print.use',
  ],
  receiver: [
    'catalog.product.read',
    'location.read',
    'stock.read',
    'stock.move',
    'receipt.create',
    'receipt.complete',
    'print.use',
  ],
  picker: [
    'catalog.product.read',
    'location.read',
    'stock.read',
    'order.read',
    'stock.move',
    'wave.read',
    'pick.perform',
    'pick.short',
    'print.use',
  ],
  packer: [
    'catalog.product.read',
    'location.read',
    'stock.read',
    'order.read',
    'pack.perform',
    'print.use',
  ],
  shipper: [
    'catalog.product.read',
    'location.read',
    'stock.read',
    'order.read',
    'ship.confirm',
    'manifest.close',
    'print.use',
  ],
  returns_clerk: [
    'catalog.product.read',
    'location.read',
    'stock.read',
    'order.read',
    'customer.read',
    'print.use',
  ],
  order_manager: [
    'catalog.product.read',
    'catalog.price.read',
    'stock.read',
    'customer.*',
    'order.*',
    'wave.*',
    'pick.assign',
    'exception.resolve',
    'report.operational.read',
    'view.share',
    'import.run',
    'print.use',
  ],
  purchaser: [
    'catalog.product.read',
    'catalog.cost.*',
    'location.read',
    'stock.read',
    'stock.history.read',
    'report.operational.read',
    'import.run',
    'print.use',
  ],
  planner: [
    'catalog.product.read',
    'location.read',
    'stock.read',
    'stock.history.read',
    'report.operational.read',
  ],
  accountant: [
    'catalog.product.read',
    'catalog.price.read',
    'catalog.cost.*',
    'location.read',
    'stock.read',
    'stock.history.read',
    'stock.value.read',
    'order.read',
    'report.*',
    'platform.audit.read',
  ],
  viewer: [
    'catalog.product.read',
    'location.read',
    'stock.read',
    'order.read',
    'wave.read',
    'report.operational.read',
  ],
  integration: [
    'catalog.product.*',
    'catalog.price.*',
    'catalog.barcode.manage',
    'location.read',
    'stock.read',
    'stock.history.read',
    'customer.*',
    'order.read',
    'order.create',
    'order.update',
    'order.confirm',
    'order.cancel',
    'import.run',
    'webhook.*',
  ],
}

/** Roles a member can be given, beside those of the platform. */
export const warehouseRoles = Object.keys(roles).filter((role) => role !== 'owner')

/**
 * The role a role string names, if any. People write `Warehouse manager`; `owner` and `admin` carry
 * every right and must be written exactly.
 */
function grantsOf(role: string): readonly string[] {
  const exact = role.trim()
  if (exact === 'owner' || exact === 'admin') return roles[exact] ?? []
  const name = exact.replace(/[A-Z]/g, (c) => c.toLowerCase()).replace(/[ -]/g, '_')
  if (name === 'owner' || name === 'admin' || !Object.hasOwn(roles, name)) return []
  return roles[name] ?? []
}

const covers = (grant: string, permission: string) =>
  grant === '*' ||
  grant === permission ||
  (grant.endsWith('.*') && permission.startsWith(grant.slice(0, -1)))

/** What a member may do: what the role stands for and what is granted by name. Other words are inert. */
export function permissionsOfMember(
  role: string,
  explicit: readonly string[],
): WarehousePermission[] {
  const grants = [...grantsOf(role), ...explicit]
  return warehousePermissions.filter((permission) =>
    grants.some((grant) => covers(grant, permission)),
  )
}

/** True for a word that allows something: a permission, or a pattern that covers some. */
export const isGrant = (word: string): boolean =>
  warehousePermissions.some((permission) => covers(word, permission))
