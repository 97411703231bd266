import { boxImport } from './orders/box-import.ts'
import { carrierImport } from './orders/carrier-import.ts'
import { customerImport } from './orders/customer-import.ts'
import { orderImport } from './orders/order-import.ts'
import { locationImport } from './warehouse/location-import.ts'
import { productImport } from './warehouse/product-import.ts'
import { stockImport } from './warehouse/stock-import.ts'
import type { ImportField, ImportKindFacts } from './workspace/import-kind.ts'

/** Every kind of file that can be read in, in the order in which people choose. */
export const importFacts = {
  products: productImport,
  locations: locationImport,
  stock: stockImport,
  customers: customerImport,
  carriers: carrierImport,
  boxes: boxImport,
  orders: orderImport,
} as const satisfies Record<string, ImportKindFacts>

export type ImportKind = keyof typeof importFacts
export const importKinds = Object.keys(importFacts) as [ImportKind, ...ImportKind[]]

export const fieldsOf = (kind: ImportKind): readonly ImportField[] => importFacts[kind].fields

/** The names of the fields that hold weights, or lengths. */
export const measuredBy = (
  fields: readonly ImportField[],
  measure: NonNullable<ImportField['measure']>,
): string[] => fields.flatMap((field) => (field.measure === measure ? [field.name] : []))
