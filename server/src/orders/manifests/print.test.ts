import { expect, test } from 'vitest'
import { readPdf } from '../../../test/pdf.ts'
import { draw } from '../../workspace/print/draw.ts'
import type { CartonRow, ManifestRow } from './queries.ts'
import { manifestPaper } from './print.ts'

const at = new Date('2026-11-27T21:00:00Z')
const manifest: ManifestRow = {
  id: 'm',
  number: 'MF-000123',
  state: 'closed',
  version: 2,
  createdAt: at.toISOString(),
  createdBy: null,
  warehouseId: 'w',
  warehouseCode: 'MAIN',
  carrier: 'DHL',
  handedTo: 'Dan Driver',
  handedOverAt: at.toISOString(),
  handedOverBy: null,
}
const carton = (more: Partial<CartonRow>): CartonRow => ({
  packageId: 'p',
  number: 'SO-000001-F1-P1',
  shipmentId: 's',
  shipment: 'SO-000001-F1-S1',
  orderId: 'o',
  order: 'SO-000001',
  customer: null,
  service: 'Parcel',
  tracking: '',
  weightG: 1200,
  loadedAt: at,
  loadedByName: null,
  state: 'shipped',
  carrier: 'DHL',
  warehouseId: 'w',
  handedOverWith: null,
  ...more,
})
const around = { seller: { name: 'Acme', logo: null }, timezone: 'UTC', printedAt: at }
const paperOf = (cartons: CartonRow[]) => manifestPaper(manifest, cartons, around)

test('a manifest has a row for each package, with its own tracking number and weight', () => {
  const { rows, totals } = paperOf([
    carton({ tracking: 'T-1', customer: 'Łódź Sp. z o.o.' }),
    carton({ number: 'SO-000001-F1-P2', tracking: 'T-2', weightG: null }),
    carton({ number: 'SO-000002-F1-P1', shipmentId: 't', shipment: 'SO-000002-F1-S1' }),
  ])
  expect(rows).toEqual([
    [
      { text: 'SO-000001-F1-P1', notes: ['SO-000001-F1-S1', 'Łódź Sp. z o.o.'] },
      { text: 'T-1' },
      { text: 'Parcel' },
      { text: '1.200' },
    ],
    [
      { text: 'SO-000001-F1-P2', notes: ['SO-000001-F1-S1'] },
      { text: 'T-2' },
      { text: 'Parcel' },
      { text: '-' },
    ],
    [
      { text: 'SO-000002-F1-P1', notes: ['SO-000002-F1-S1'] },
      { text: '-' },
      { text: 'Parcel' },
      { text: '1.200' },
    ],
  ])
  expect(totals).toEqual([
    ['Shipments', '2'],
    ['Weight', '2.4 kg, 1 of 3 packages not weighed'],
    ['Packages', '3'],
  ])
  expect(paperOf([carton({ weightG: null })]).totals?.map(([name]) => name)).toEqual([
    'Shipments',
    'Packages',
  ])
})

test('tracking numbers of carriers are on one line, however many rows there are', async () => {
  const numbers = ['9400111899223197428490', '00340434161094042557', '1Z999AA10123456784']
  const cartons = Array.from({ length: 60 }, (_, i) =>
    carton({ packageId: String(i), tracking: numbers[i % numbers.length] ?? '' }),
  )
  const papers = [paperOf(cartons)]
  const drawing = await draw({ kind: 'papers', papers, size: 'a4', at, unprintable: 'refuse' })
  if ('unprintable' in drawing) throw new Error('not printed')
  const pages = readPdf(Buffer.from(drawing.file))
  expect(pages.length).toBeGreaterThan(1)
  const lines = pages.flatMap((page) => page.lines)
  for (const number of numbers) expect(lines.filter(({ text }) => text === number)).toHaveLength(20)
  // Nothing is beyond the margins, or runs into the next column.
  for (const { width, height, lines: own } of pages) {
    for (const one of own) {
      expect(one.x).toBeGreaterThan(41)
      expect(one.end).toBeLessThan(width - 41)
      expect(one.y).toBeGreaterThan(41)
      expect(one.y).toBeLessThan(height - 41)
      const beside = own.filter((other) => other.y === one.y && other.x > one.x)
      for (const other of beside) expect(one.end).toBeLessThan(other.x)
    }
  }
})
