import { foldKey, isSameKey } from '@stowage/contract/folding'
import type { Variant } from '@stowage/contract/warehouse/product-variants'
import type { Tx } from '../../database/connect.ts'
import { failField, notFound, requireUnused } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { recordChanges, describeChange } from '../../workspace/records/commands.ts'
import { lockRecord } from '../../workspace/records/queries.ts'
import { describedVariant, findVariant, variantRecord } from './variant-queries.ts'
import { getVariant } from './reply.ts'
import { deleteOtherUnits, insertUnits } from './unit-queries.ts'
import type { Unit } from './rules.ts'

/** The packs a variant comes in; one that a barcode stands for cannot go. */
export async function setUnits(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  units: readonly Unit[],
): Promise<Variant> {
  const { id: platformId } = actor.platform
  // Two at once would leave the packs of both.
  await lockRecord(tx, variantRecord, actor, id, 'update')
  const variant = (await findVariant(tx, platformId, id)) ?? notFound()
  requireOtherName(variant.unit, units, (i) => `units.${i}.code`)
  const kept = new Set(units.map(({ code }) => foldKey(code)))
  const used = variant.barcodes.filter(({ unit }) => unit !== null && !kept.has(foldKey(unit)))
  requireUnused(used.map(({ code, unit }) => ({ type: 'barcode' as const, code, unit })))
  await deleteOtherUnits(tx, platformId, id, [...kept])
  await insertUnits(
    tx,
    platformId,
    units.map((unit) => ({ variantId: id, ...unit })),
  )
  const payload = { changed: ['units'] }
  await recordChanges(tx, actor, [
    describeChange(describedVariant, actor, variant, { change: 'updated', payload }),
  ])
  return getVariant(tx, actor, id)
}

/** A pack is not called as what it is counted in; `at` is where the packs stand in the request. */
export function requireOtherName(
  base: string,
  units: readonly { code: string }[],
  at: (i: number) => string,
) {
  const message = `${base} is already the base unit`
  const i = units.findIndex(({ code }) => isSameKey(code, base))
  if (i >= 0) failField(at(i), message)
}
