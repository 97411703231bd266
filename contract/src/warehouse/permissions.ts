/** Everything a member of a workspace can be allowed to do, as `area.object.action`. */
export const warehousePermissions = [
  'platform.settings.read',
  'platform.settings.update',
  'platform.member.read',
  'platform.member.update',
  'platform.audit.read',
  'platform.export.run',
  'catalog.product.read',
  'catalog.product.create',
  'catalog.product.update',
  'catalog.product.archive',
  'catalog.price.read',
  'catalog.price.update',
  'catalog.cost.read',
  'catalog.cost.update',
  'catalog.barcode.manage',
  'catalog.import',
  'location.read',
  'location.create',
  'location.update',
  'location.archive',
  'location.block',
  'stock.read',
  'stock.value.read',
  'stock.history.read',
  'stock.move',
  'stock.status.change',
  'stock.adjust.create',
  'stock.adjust.approve',
  'stock.adjust.post_without_approval',
  'stock.backdate',
  'stock.reverse',
  'stock.unreserve',
  'stock.verify.run',
  'receipt.create',
  'receipt.complete',
  'receipt.reverse',
  'import.run',
  'print.use',
  'print.manage',
  'report.operational.read',
] as const

export type WarehousePermission = (typeof warehousePermissions)[number]

/** What a role string stands for; `*` is everything, `area.*` everything of an area. */
const roles: Readonly<Record<string, readonly string[]>> = {
  owner: ['*'],
  admin: ['*'],
  warehouse_manager: [
    ...['catalog.product.*', 'catalog.barcode.manage', 'catalog.import', 'catalog.price.read'],
    ...['location.*', 'stock.*', 'receipt.*', 'report.operational.read', 'import.run', 'print.*'],
    ...['platform.settings.read', 'platform.member.read'],
  ],
  inventory_controller: [
    ...['catalog.product.read', 'catalog.barcode.manage', 'location.*', 'stock.read'],
    ...['stock.history.read', 'stock.move', 'stock.status.change', 'stock.adjust.*'],
    ...['stock.reverse', 'stock.verify.run', 'receipt.create', 'receipt.complete'],
    ...['report.operational.read', 'import.run', 'print.use'],
  ],
  receiver: [
    ...['catalog.product.read', 'location.read', 'stock.read', 'stock.move'],
    ...['receipt.create', 'receipt.complete', 'print.use'],
  ],
  picker: ['catalog.product.read', 'location.read', 'stock.read', 'stock.move', 'print.use'],
  packer: ['catalog.product.read', 'location.read', 'stock.read', 'print.use'],
  shipper: ['catalog.product.read', 'location.read', 'stock.read', 'print.use'],
  returns_clerk: ['catalog.product.read', 'location.read', 'stock.read', 'print.use'],
  order_manager: [
    ...['catalog.product.read', 'catalog.price.read', 'stock.read'],
    ...['report.operational.read', 'import.run', 'print.use'],
  ],
  purchaser: [
    ...['catalog.product.read', 'catalog.cost.*', 'location.read', 'stock.read'],
    ...['stock.history.read', 'report.operational.read', 'import.run', 'print.use'],
  ],
  planner: [
    ...['catalog.product.read', 'location.read', 'stock.read', 'stock.history.read'],
    'report.operational.read',
  ],
  accountant: [
    ...['catalog.product.read', 'catalog.price.read', 'catalog.cost.*', 'location.read'],
    ...['stock.read', 'stock.history.read', 'stock.value.read', 'report.*', 'platform.audit.read'],
  ],
  viewer: ['catalog.product.read', 'location.read', 'stock.read', 'report.operational.read'],
  integration: [
    ...['catalog.product.*', 'catalog.price.*', 'catalog.barcode.manage', 'location.read'],
    ...['stock.read', 'stock.history.read', 'import.run'],
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
