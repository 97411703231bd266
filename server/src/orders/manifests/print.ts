import { mostPrintedLines } from '@stowage/contract/orders/order-papers'
import { weigh, weightText } from '@stowage/contract/orders/manifest-weights'
import type { Db } from '../../database/connect.ts'
import { failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { findDocuments } from '../../workspace/documents/list-queries.ts'
import type { Paper } from '../../workspace/print/paper.ts'
import { getLetterhead } from '../orders/print-queries.ts'
import { timeText } from '../orders/print-rules.ts'
import { listLoadedOf, manifests, type CartonRow, type ManifestRow } from './queries.ts'

/** Reads manifests as they are printed. Fails with `not_found` if the actor misses one. */
export async function listManifestPapers(db: Db, actor: WorkspaceMember, ids: readonly string[]) {
  const { id: platformId } = actor.platform
  const [rows, cartons, { seller, siteOf }] = await Promise.all([
    findDocuments(db, manifests, actor, ids),
    listLoadedOf(db, platformId, ids, mostPrintedLines + 1),
    getLetterhead(db, platformId),
  ])
  if (cartons.length > mostPrintedLines)
    failField('ids', `Print up to ${mostPrintedLines} packages at a time. Select fewer manifests.`)
  const loadedOf = Map.groupBy(cartons, ({ manifestId }) => manifestId)
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = rowOf.get(id) ?? notFound()
    const { timezone } = siteOf(row.warehouseId)
    return manifestPaper(row, loadedOf.get(id) ?? [], { seller, timezone, printedAt: actor.at })
  })
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
    signatures: ['Handed over by', 'Taken by', 'Date and time'],
  }
}
