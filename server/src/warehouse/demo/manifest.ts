import { createHash } from 'node:crypto'
import { documentsOf } from './documents.ts'
import { itemsOf, productsOf } from './items.ts'
import { binsOf, startingPlacesPerSite, type World } from './world.ts'

/** Of each part of a world how many rows it has, and the SHA-256 of all of them as JSON. */
export type Manifest = Readonly<Record<string, { rows: number; sha256: string }>>

/** The same on every machine for the same world; what a test compares and a bench writes down. */
export function manifestOf(world: World): Manifest {
  const { item, product } = itemsOf(world.seed, world.platform)
  const range = (count: number) => Array.from({ length: count }, (_, i) => i)
  const documents = [...documentsOf(world)]
  const linesOf = (kind: string) =>
    documents.filter((one) => one.kind === kind).flatMap(({ lines }) => lines as readonly object[])
  const starting = range(world.warehouses.length * startingPlacesPerSite)
  return {
    locations: fingerprint([...starting, ...world.warehouses.flatMap(binsOf)]),
    products: fingerprint(range(productsOf(world.skus)).map((i) => product(i, world.skus).name)),
    items: fingerprint(range(world.skus).map(item)),
    receiptLines: fingerprint(linesOf('receipt')),
    adjustmentLines: fingerprint(linesOf('adjustment')),
    moveLines: fingerprint(linesOf('move')),
  }
}

function fingerprint(rows: readonly unknown[]) {
  const hash = createHash('sha256')
  for (const row of rows) hash.update(`${JSON.stringify(row)}\n`)
  return { rows: rows.length, sha256: hash.digest('hex') }
}
