import type { Scan } from '../../workspace/scan/queue.ts'
import type { LocationOption } from '../locations/places.ts'
import { awaitedOf, type ReceiptLine } from './receipt-lines.ts'

/**
 * Meaning of a scan during receiving: a destination, the lot or serial number of a line, or an item that
 * arrived.
 */
export type ReceiptScan =
  | { kind: 'location'; location: LocationOption }
  | { kind: 'number'; line: ReceiptLine; number: string }
  | { kind: 'item' }

/** The line whose lot or serial number is asked for: the one that grew last, else the first that lacks its own. */
export function awaitingOf(
  lines: readonly ReceiptLine[],
  latest: ReceiptLine | undefined,
): ReceiptLine | undefined {
  return latest && awaitedOf(latest) ? latest : lines.find((line) => awaitedOf(line))
}

/** Decides what a scan says while `awaiting` waits for its number; undefined for what is none of a delivery's. */
export function decideReceiptScan(
  { code, found }: Scan,
  awaiting: ReceiptLine | undefined,
): ReceiptScan | undefined {
  const { kind, id, label, variantId } = found
  if (kind === 'location' && id !== null) return { kind: 'location', location: { id, code: label } }
  // A lot or a serial number that is new, or known of the item that waits for it.
  const isKnown = (kind === 'lot' || kind === 'serial') && variantId === awaiting?.variantId
  if (awaiting && !found.gs1 && (kind === 'unknown' || isKnown))
    return { kind: 'number', line: awaiting, number: kind === 'unknown' ? code : label }
  return variantId === null ? undefined : { kind: 'item' }
}
