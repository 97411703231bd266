import type { CartonProblem } from '@stowage/contract/blockers'
import type { ManifestState } from '@stowage/contract/orders/manifests'
import type { ShipmentState } from '@stowage/contract/orders/shipping'
import { weigh, weightText } from '@stowage/contract/orders/weights'
import type { Paper } from '../../workspace/print/paper.ts'
import { timeText } from '../orders/paper-rules.ts'
import type { CartonRow, ManifestRow } from './queries.ts'

/** The states that can follow each state of a manifest. */
export const manifestTransitions: Record<ManifestState, readonly ManifestState[]> = {
  open: ['closed', 'cancelled'],
  closed: [],
  cancelled: [],
}

/** What decides whether a shipment can be handed over with a manifest. */
export type Shipped = {
  state: ShipmentState
  carrier: string
  warehouseId: string
  /** The manifest with which it was handed over. */
  handedOverWith: string | null
}

type Collected = Pick<ManifestRow, 'warehouseId' | 'carrier'>

/** Returns why a shipment can't be handed over with a manifest; undefined if it can. */
export function problemOf(
  { state, carrier, warehouseId, handedOverWith }: Shipped,
  manifest: Collected,
): CartonProblem | undefined {
  if (handedOverWith !== null) return 'handed_over'
  if (state === 'voided') return 'voided'
  if (state !== 'shipped') return 'other_state'
  if (warehouseId !== manifest.warehouseId) return 'other_warehouse'
  return carrier === manifest.carrier ? undefined : 'other_carrier'
}

/** A code that may be the number of a package: of which fulfillment, and which of its packages. */
export function packageIn(code: string): { fulfillment: string; packageNo: number } | undefined {
  const [, fulfillment, packageNo] = /^(.+)-P(\d{1,6})$/i.exec(code) ?? []
  return fulfillment === undefined
    ? undefined
    : { fulfillment: fulfillment.toUpperCase(), packageNo: Number(packageNo) }
}

const carrierText = (carrier: string) => carrier || 'No carrier'

/** A manifest to sign, one row for each package. */
export function manifestPaper(
  row: ManifestRow,
  cartons: readonly CartonRow[],
  { seller, timezone, printedAt }: { seller: Paper['seller']; timezone: string; printedAt: Date },
): Paper {
  const weight = weightText(weigh(cartons))
  const shipments = new Set(cartons.map(({ shipmentId }) => shipmentId))
  const time = (at: string) => timeText(at, timezone)
  return {
    title: 'Manifest',
    number: row.number,
    isScanned: true,
    seller,
    alerts: [
      ...(row.state === 'open' ? ['Not handed over yet'] : []),
      ...(row.state === 'cancelled' ? ['Cancelled'] : []),
    ],
    addresses: [],
    facts: [
      ['Carrier', carrierText(row.carrier)],
      ['Warehouse', row.warehouseCode ?? '-'],
      ['Handed over', row.handedOverAt === null ? '-' : time(row.handedOverAt)],
      ['Taken by', row.handedTo || '-'],
      ['Printed', time(printedAt.toISOString())],
      ['Time zone', timezone],
    ],
    columns: [
      { title: 'Package', width: 52 },
      { title: 'Tracking' },
      { title: 'Service', width: 34 },
      { title: 'Weight (kg)', width: 22, align: 'end' },
    ],
    rows: cartons.map(({ number, shipment, customer, tracking, service, weightG }) => [
      { text: number, notes: [shipment, ...(customer ? [customer] : [])] },
      { text: tracking || '-' },
      { text: service || '-' },
      { text: weightG === null ? '-' : (weightG / 1000).toFixed(3) },
    ]),
    totals: [
      ['Shipments', String(shipments.size)],
      ...(weight ? [['Weight', weight] as const] : []),
      ['Packages', String(cartons.length)],
    ],
    notes: [],
    signatures: ['Handed over by', 'Taken by', 'Date and time'],
  }
}
