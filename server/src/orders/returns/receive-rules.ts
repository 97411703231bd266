import { share } from '@stowage/contract/warehouse/quantities'

/** Quantity shipped for an order line with one lot or serial number, in quanta, and its value in micros. */
export type ShippedPart = {
  lotId: string | null
  lot: string | null
  serialId: string | null
  serial: string | null
  qty: bigint
  value: bigint
  /** Quantity returned before. */
  returned: bigint
}

/** A part of what is received; its value is unknown where nobody knows what was shipped. */
export type ReturnedPart = {
  lotId: string | null
  serialId: string | null
  qty: bigint
  value: bigint | null
}

type Refusal = { code: 'lot_required' | 'serial_required'; field: string; message: string }
type Wanted = {
  quanta: bigint
  lotCode?: string | undefined
  serials?: readonly string[] | undefined
}

const leftIn = ({ qty, returned }: ShippedPart) => qty - returned

/**
 * Takes so much out of what was shipped, each part at the share of its value, and counts it as returned there. Lot
 * or serial numbers that are not named must follow from what is left.
 */
export function takeReturned(
  shipped: readonly ShippedPart[],
  { sku, tracking }: { sku: string; tracking: 'none' | 'lot' | 'serial' },
  { quanta, lotCode, serials }: Wanted,
): ReturnedPart[] | Refusal | { code: 'unknown'; field: string; message: string } | 'too_much' {
  const open = shipped.filter((part) => leftIn(part) > 0n)
  const all = open.reduce((sum, part) => sum + leftIn(part), 0n)
  const unknown = (field: string, name: string) =>
    ({ code: 'unknown', field, message: `${sku} wasn’t shipped with ${name}` }) as const
  if (tracking === 'serial') {
    if (quanta > all) return 'too_much'
    const named = serials ?? (quanta === all ? open.map(({ serial }) => serial ?? '') : [])
    if (BigInt(named.length) !== quanta)
      return {
        code: 'serial_required',
        field: 'serials',
        message: `Enter the ${quanta} serial numbers that came back`,
      }
    const missing = named.find((code, i) => named.indexOf(code) !== i || !hasSerial(open, code))
    if (missing !== undefined) return unknown('serials', `serial number ${missing}`)
    return named.flatMap((code) =>
      takeFrom(
        open.filter(({ serial }) => serial === code),
        1n,
      ),
    )
  }
  const lots = lotCode === undefined ? open : open.filter(({ lot }) => lot === lotCode)
  if (lotCode !== undefined && lots.length === 0) return unknown('lotCode', `lot ${lotCode}`)
  if (quanta > lots.reduce((sum, part) => sum + leftIn(part), 0n)) return 'too_much'
  if (tracking === 'lot' && lots.length > 1 && quanta < all)
    return {
      code: 'lot_required',
      field: 'lotCode',
      message: `Enter the lot: ${lots
        .map(({ lot }) => lot)
        .toSorted()
        .join(', ')}`,
    }
  return takeFrom(lots, quanta)
}

const hasSerial = (parts: readonly ShippedPart[], code: string) =>
  parts.some(({ serial }) => serial === code)

function takeFrom(parts: readonly ShippedPart[], quanta: bigint): ReturnedPart[] {
  let rest = quanta
  return parts.flatMap((part) => {
    const left = leftIn(part)
    const qty = rest < left ? rest : left
    if (qty === 0n) return []
    rest -= qty
    const before = part.returned
    part.returned += qty
    const { lotId, serialId } = part
    return { lotId, serialId, qty, value: valueOf(part, part.returned) - valueOf(part, before) }
  })
}

/** Returns the value of the first quanta of a part in micros. Shares of it add up to the whole. */
const valueOf = ({ qty, value }: ShippedPart, quanta: bigint) => share(value, quanta, qty)
