import type { IdentifierKind } from '../identifiers.ts'
import type { WarehousePermission } from '../member-permissions.ts'

/** Exports of other systems that are recognized by their columns. */
export const importFormats = {
  shopify_orders: 'Shopify orders',
  shopify_customers: 'Shopify customers',
  shopify_inventory: 'Shopify inventory',
  woocommerce_orders: 'WooCommerce orders',
  woocommerce_advanced: 'WooCommerce orders (Advanced Order Export)',
  amazon_orders: 'Amazon orders',
  amazon_all_orders: 'Amazon orders (All orders)',
  ebay_orders: 'eBay orders',
  xero_contacts: 'Xero contacts',
} as const
export type ImportFormat = keyof typeof importFormats

/** Column a file can have; `name` is its heading in a template. */
export type ImportField = {
  name: string
  label: string
  required?: true
  example: string
  /** One value can be given for all rows that have none. */
  canBeFixed?: true
  /** The cells hold what identifies something, which spreadsheets write as a number. */
  identifier?: IdentifierKind
  /** The cells hold what only who may see contact details is shown. */
  isContact?: true
  /** Permission to write the field, in addition to the right of the kind. */
  right?: WarehousePermission
  /** The cells hold numbers, which shows how the numbers of the file are written. */
  isNumber?: true
  /** The cells hold numbers in a unit that is chosen for the whole file. */
  measure?: 'weight' | 'length'
}

/** Facts about importing a noun from files. `import-kinds.ts` collects these. */
export type ImportKindFacts = {
  label: string
  hint: string
  /** Permission to write rows of this kind, in addition to the right to import files. */
  right: WarehousePermission
  /** Who is limited to some warehouses sees only their own files of this kind. */
  isOfWarehouses: boolean
  fields: readonly ImportField[]
  /** Note shown while columns are matched. */
  note?: string
  /** Text describing the result of undoing such a file. */
  undone: string
}
