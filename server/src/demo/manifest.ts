import { createHash } from 'node:crypto'
import { customersOf } from './customers.ts'
import { ordersOf } from './orders.ts'
import { pastDocumentsOf, todaysDocumentsOf } from './documents.ts'
import { itemsOf, productsOf } from './items.ts'
import { binsOf, startingPlacesPerSite, type DemoCompany } from './company.ts'

/** Row count of each part of a company, and the SHA-256 of its rows as JSON. */
export type Manifest = Readonly<Record<string, { rows: number; sha256: string }>>

/** The same on every machine for the same company and day; what a test compares and a bench writes down. */
export function manifestOf(company: DemoCompany, today: Date): Manifest {
  const { item, product } = itemsOf(company.seed, company.platform)
  const range = (count: number) => Array.from({ length: count }, (_, i) => i)
  const documents = [...pastDocumentsOf(company), ...todaysDocumentsOf(company)]
  const linesOf = (kind: string) =>
    documents.filter((one) => one.kind === kind).flatMap(({ lines }) => lines as readonly object[])
  const starting = range(company.warehouses.length * startingPlacesPerSite)
  return {
    locations: fingerprint([...starting, ...company.warehouses.flatMap(binsOf)]),
    products: fingerprint(
      range(productsOf(company.skus)).map((i) => product(i, company.skus).name),
    ),
    items: fingerprint(range(company.skus).map(item)),
    receiptLines: fingerprint(linesOf('receipt')),
    adjustmentLines: fingerprint(linesOf('adjustment')),
    moveLines: fingerprint(linesOf('move')),
    customers: fingerprint(customersOf(company)),
    orders: fingerprint([...ordersOf(company, today)]),
  }
}

function fingerprint(rows: readonly unknown[]) {
  const hash = createHash('sha256')
  for (const row of rows) hash.update(`${JSON.stringify(row)}\n`)
  return { rows: rows.length, sha256: hash.digest('hex') }
}
