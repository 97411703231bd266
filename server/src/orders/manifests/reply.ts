import type { Carton, Manifest, ManifestSummary } from '@stowage/contract/orders/manifests'
import type { Listed } from '../../workspace/documents/list-queries.ts'
import type { CartonRow, ManifestRow } from './queries.ts'

const headOf = (row: ManifestRow) => ({
  ...row,
  warehouseCode: row.warehouseCode ?? '',
  handedOverByName: row.handedOverByName ?? null,
})

/** A package of a manifest. */
export function toCarton(row: CartonRow): Carton {
  const { loadedAt, ...rest } = row
  const { state: _, carrier: _1, warehouseId: _2, handedOverWith: _3, ...own } = rest
  return {
    ...own,
    loadedAt: loadedAt?.toISOString() ?? null,
  }
}

/** A manifest in a list. */
export function toListed({ lineCount, ...row }: Listed<ManifestRow>): ManifestSummary {
  const { shipmentCount = 0, weightG = null, unweighedCount = 0 } = row
  return { ...headOf(row), packageCount: lineCount, shipmentCount, weightG, unweighedCount }
}

/** A manifest with its packages. */
export const toReply = (
  row: ManifestRow,
  loaded: readonly CartonRow[],
  waiting: readonly CartonRow[],
): Manifest => ({ ...headOf(row), loaded: loaded.map(toCarton), waiting: waiting.map(toCarton) })
