import type { Tx } from '../../database/connect.ts'
import { notFound } from '../../errors.ts'
import {
  findLots,
  findSerials,
  insertLots,
  insertSerials,
  type Lot,
  type NewSerial,
} from '../lots/queries.ts'

/** What a line says of lot and serial numbers. */
export type TrackingInput = {
  variantId: string
  lotCode: string | undefined
  expiresOn?: string | undefined
  serials: readonly string[]
}

export type Tracking = {
  lot: Lot | null
  serials: { serialId: string; code: string; isInStock: boolean }[]
}

const keyOf = (variantId: string, code: string) => `${variantId} ${code}`

/**
 * The lots and serial numbers of these lines, in their order; those that are not there yet are made.
 * Lots first, because a serial number remembers the lot it came with. Nothing is asked for lines
 * without either.
 */
export async function findOrCreateTracking(
  tx: Tx,
  platformId: string,
  lines: readonly TrackingInput[],
  received: { at: Date; timezone: string },
): Promise<Tracking[]> {
  const lotOf = await findOrCreateLots(tx, platformId, lines, received)
  const lots = lines.map(({ variantId, lotCode }) =>
    lotCode === undefined ? null : lotOf(variantId, lotCode),
  )
  const wanted = lines.flatMap(({ variantId, serials }, i) =>
    serials.map((code) => ({ variantId, code, lotId: lots[i]?.lotId ?? null })),
  )
  const serialOf = await findOrCreateSerials(tx, platformId, wanted)
  return lines.map(({ variantId, serials }, i) => ({
    lot: lots[i] ?? null,
    serials: serials.map((code) => serialOf(variantId, code)),
  }))
}

async function findOrCreateLots(
  tx: Tx,
  platformId: string,
  lines: readonly TrackingInput[],
  received: { at: Date; timezone: string },
) {
  const wanted = lines.flatMap(({ variantId, lotCode, expiresOn = null }) =>
    lotCode === undefined ? [] : { variantId, code: lotCode, expiresOn },
  )
  const [, rows] =
    wanted.length === 0
      ? [undefined, []]
      : await Promise.all([
          insertLots(tx, platformId, wanted, received),
          findLots(tx, platformId, wanted),
        ])
  const byCode = new Map(rows.map((row) => [keyOf(row.variantId, row.code), row]))
  return (variantId: string, code: string) => byCode.get(keyOf(variantId, code)) ?? notFound()
}

async function findOrCreateSerials(tx: Tx, platformId: string, wanted: readonly NewSerial[]) {
  const [, rows] =
    wanted.length === 0
      ? [undefined, []]
      : await Promise.all([
          insertSerials(tx, platformId, wanted),
          findSerials(tx, platformId, wanted),
        ])
  const byCode = new Map(rows.map((row) => [keyOf(row.variantId, row.code), row]))
  return (variantId: string, code: string) => byCode.get(keyOf(variantId, code)) ?? notFound()
}
