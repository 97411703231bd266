import { errors } from '@stowage/contract/errors'
import { isSameKey } from '@stowage/contract/folding'
import type { Variant } from '@stowage/contract/warehouse/product-variants'
import type { Tx } from '../../database/connect.ts'
import { notFound, fail } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { recordChanges, describeChange } from '../../workspace/records/commands.ts'
import { lockRecord } from '../../workspace/records/queries.ts'
import { type Unit, unitOf, readBarcode } from './rules.ts'
import { describedVariant, findVariant, indexText, variantRecord } from './variant-queries.ts'
import { getVariant } from './reply.ts'
import { insertBarcodes, deleteBarcode } from './barcode-queries.ts'

type NewBarcode = { code: string; unit: string | null; isPrimary: boolean }

/** A barcode as it is kept; `at` is where it stands in the request. */
export function barcodeRow(
  { code, unit, isPrimary }: NewBarcode,
  variant: { unit: string },
  units: readonly Unit[],
  at: string,
) {
  const read = readBarcode(code) ?? refuse('barcode_check_digit', `${at}code`)
  if (!unitOf(unit, variant.unit, units)) refuse('uom_unknown', `${at}unit`)
  const pack = unit === null ? undefined : units.find((one) => isSameKey(one.code, unit))
  return { code, unit: pack?.code ?? null, isPrimary, ...read }
}

export async function addBarcode(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  barcode: NewBarcode,
): Promise<Variant> {
  const { id: platformId } = actor.platform
  // Two at once would both find no other that is primary.
  if (barcode.isPrimary) await lockRecord(tx, variantRecord, actor, id, 'update')
  const variant = (await findVariant(tx, platformId, id)) ?? notFound()
  const row = barcodeRow(barcode, variant, variant.units, '')
  await insertBarcodes(tx, platformId, [{ variantId: id, ...row }])
  await indexText(tx, platformId, [id])
  const change = {
    change: 'barcode_added',
    payload: { barcode: barcode.code },
    details: { code: barcode.code },
  } as const
  await recordChanges(tx, actor, [describeChange(describedVariant, actor, variant, change)])
  return getVariant(tx, actor, id)
}

export async function removeBarcode(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  code: string,
): Promise<Variant> {
  const { id: platformId } = actor.platform
  const variant = (await findVariant(tx, platformId, id)) ?? notFound()
  if (!(await deleteBarcode(tx, platformId, id, code))) notFound()
  await indexText(tx, platformId, [id])
  const change = {
    change: 'barcode_removed',
    payload: { barcode: code },
    details: { code },
  } as const
  await recordChanges(tx, actor, [describeChange(describedVariant, actor, variant, change)])
  return getVariant(tx, actor, id)
}

const refuse = (code: 'barcode_check_digit' | 'uom_unknown', path: string): never =>
  fail(code, { details: [{ path, message: errors[code].message }] })
