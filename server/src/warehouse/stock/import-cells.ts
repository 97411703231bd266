import { code } from '@stowage/contract/fields'
import { calendarDay } from '@stowage/contract/warehouse/fields'
import { microsOf, toQuanta } from '@stowage/contract/warehouse/quantities'
import { itemChoice } from '@stowage/contract/warehouse/stock'
import {
  note,
  read,
  readCalendarDay,
  readNumber,
  type Reading,
} from '../../workspace/imports/cells.ts'
import { unitOf } from '../products/rules.ts'
import type { Item } from '../products/variant-list-queries.ts'
import { valueOf } from './rules.ts'
import type { Formats } from '../../workspace/imports/format-rules.ts'

/* Reads the rows of a file of opening stock. Pure. */

export const synonyms = {
  sku: ['variantsku', 'itemcode', 'itemnumber', 'article', 'artikelnummer', 'partnumber'],
  barcode: ['ean', 'gtin', 'upc'],
  warehouse: ['site', 'warehousecode', 'lager'],
  location: ['bin', 'locationcode', 'place', 'code', 'lagerplatz'],
  quantity: ['qty', 'onhand', 'onhandcurrent', 'stock', 'count', 'menge', 'bestand'],
  unit: ['uom', 'einheit'],
  unit_cost: ['cost', 'costprice', 'purchaseprice', 'costofoneunit'],
  status: ['condition'],
  lot: ['batch', 'lotcode', 'lotnumber', 'charge'],
  expires_on: ['expiry', 'expirydate', 'bestbefore', 'expires', 'mhd'],
  serial: ['serialnumber', 'serialno'],
}

const lotCode = code('Lot', { min: 1, max: 64 })
const serialCode = code('Serial number', { min: 1, max: 64 })
const unitName = itemChoice.unit.unwrap()
/** The largest number a column of the stock holds. */
const most = 2n ** 63n - 1n

/** The quantity in quanta and what it is worth at the cost of the unit the row names. */
export function amountOf(reading: Reading, item: Item) {
  const unit = read(reading, 'unit', unitName) ?? item.scanned ?? item.unit
  const fraction = unitOf(unit, item.unit, item.units)
  if (!fraction) note(reading, 'unit', 'uom_unknown', `${item.sku} has no unit ${unit}`)
  const text = readNumber(reading, 'quantity')
  const cost = readNumber(reading, 'unit_cost')
  if (text === undefined || !fraction) return undefined
  const exact = toQuanta(text, item.qtyScale, fraction)
  if (!('quanta' in exact)) {
    const nearest = exact.nearest.join(' or ')
    const of = exact.isInBaseUnits ? ` ${item.unit}` : ''
    return note(reading, 'quantity', 'uom_not_exact', `Nearest: ${nearest}${of}`)
  }
  if (exact.quanta === 0n)
    return note(reading, 'quantity', 'validation_failed', 'The quantity must be more than zero')
  if (exact.quanta > most)
    return note(reading, 'quantity', 'amount_too_large', 'This quantity is too large')
  const value =
    cost === undefined ? undefined : valueOf(exact.quanta, item.qtyScale, microsOf(cost), fraction)
  if (value !== undefined && value > most)
    return note(reading, 'unit_cost', 'amount_too_large', 'This quantity is too large')
  return { quanta: String(exact.quanta), valueMicros: value?.toString() }
}

/** Lot and serial number as the item's tracking asks for them. */
export function tracked(reading: Reading, item: Item, quanta: string | undefined) {
  const lot = read(reading, 'lot', lotCode)
  const serial = read(reading, 'serial', serialCode)
  const expiresOn = readCalendarDay(reading, 'expires_on', calendarDay)
  if (item.tracking === 'lot' && lot === undefined)
    note(reading, 'lot', 'lot_required', 'This item is tracked by lot')
  if (item.tracking === 'none' && lot !== undefined)
    note(reading, 'lot', 'lot_not_allowed', 'This item isn’t tracked by lot')
  if (item.tracking === 'serial' && serial === undefined)
    note(reading, 'serial', 'serial_required', 'This item is tracked by serial number')
  if (item.tracking !== 'serial' && serial !== undefined)
    note(reading, 'serial', 'validation_failed', 'This item isn’t tracked by serial number')
  if (item.tracking === 'serial' && quanta !== undefined && quanta !== '1')
    note(reading, 'quantity', 'validation_failed', 'The quantity must be 1 for a serial number')
  if (expiresOn !== undefined && lot === undefined)
    note(reading, 'expires_on', 'lot_required', 'Enter a lot for the expiry date')
  return { lot, serial, expiresOn }
}

/* Stock as shops export it. */

/** Shopify names the column by what the file may change, and older files have the available quantity alone. */
const quantities = [
  'On hand (current)',
  'On hand',
  'Available (current)',
  'Available (not editable)',
  'Available',
]

export const stockFormats: Formats = {
  shopify_inventory: {
    has: ['Handle', 'SKU', 'Location', quantities],
    mapping: {
      sku: 'SKU',
      warehouse: 'Location',
      location: 'Bin name',
      quantity: quantities,
    },
    read(cellOf) {
      const quantity = quantities
        .map(cellOf)
        .find((text) => text !== '')
        ?.toLowerCase()
      if (quantity === undefined || quantity === 'not stocked')
        return { skip: 'Not stocked at this location' }
      return { skip: quantity === '0' ? 'No stock' : undefined }
    },
  },
}
