import { newLocation, type Location } from '@stowage/contract/warehouse/locations'
import {
  address,
  newWarehouse,
  type Warehouse,
} from '@stowage/contract/warehouse/location-warehouses'
import { newZone } from '@stowage/contract/warehouse/location-zones'
import { z } from 'zod'
import { wholeOrNone } from '../../parts/typed.ts'

/* The schemas of the contract, told from what is typed: every field of a form is text. */

const sequence = z
  .string()
  .transform((typed) => Number(typed.trim() || '0'))
  .pipe(newLocation.shape.pickSequence.unwrap())
const orNone = z.string().transform((typed) => typed.trim() || null)

const place = z.uuid('Choose a location')
const about = {
  timezone: newWarehouse.shape.timezone.unwrap(),
  isSellable: z.boolean(),
  rank: z
    .string()
    .transform((typed) => Number(typed.trim() || '0'))
    .pipe(newWarehouse.shape.rank.unwrap()),
  pickPolicy: z
    .string()
    .transform((chosen) => chosen || null)
    .pipe(newWarehouse.shape.pickPolicy.unwrap()),
  address: address.required(),
}
export const warehouseForm = newWarehouse.extend({
  ...about,
  /** There are none before there is a warehouse. */
  defaultLocations: z
    .object({ receive: place, stage: place, quarantine: place, damaged: place })
    .optional(),
})
export const newWarehouseTyped: z.input<typeof warehouseForm> = {
  code: '',
  name: '',
  timezone: 'UTC',
  isSellable: true,
  rank: '0',
  pickPolicy: '',
  address: {
    name: '',
    line1: '',
    line2: '',
    postalCode: '',
    city: '',
    region: '',
    country: '',
  },
}
export const warehouseTyped = (warehouse: Warehouse): z.input<typeof warehouseForm> => {
  const { receive, stage, quarantine, damaged } = warehouse.defaultLocations
  return {
    code: warehouse.code,
    name: warehouse.name,
    timezone: warehouse.timezone,
    isSellable: warehouse.isSellable,
    rank: String(warehouse.rank),
    pickPolicy: warehouse.pickPolicy ?? '',
    address: warehouse.address,
    defaultLocations: {
      receive: receive ?? '',
      stage: stage ?? '',
      quarantine: quarantine ?? '',
      damaged: damaged ?? '',
    },
  }
}

export const zoneForm = newZone.omit({ warehouseId: true }).extend({
  name: newZone.shape.name.unwrap(),
  kind: newZone.shape.kind.unwrap(),
  pickSequence: sequence,
})
/** Limits of a location; blank is any number. */
export const limitsForm = z.object({
  maxUnits: wholeOrNone.pipe(newLocation.shape.maxUnits.unwrap()),
  maxWeightG: wholeOrNone.pipe(newLocation.shape.maxWeightG.unwrap()),
  mixedSkus: z.boolean(),
  mixedLots: z.boolean(),
})
export const unlimited: z.input<typeof limitsForm> = {
  maxUnits: '',
  maxWeightG: '',
  mixedSkus: true,
  mixedLots: true,
}

export const locationForm = z.object({
  warehouseId: z.uuid('Choose a warehouse'),
  code: newLocation.shape.code,
  zoneId: orNone.pipe(newLocation.shape.zoneId.unwrap()),
  barcode: orNone.pipe(newLocation.shape.barcode.unwrap()),
  kind: newLocation.shape.kind.unwrap(),
  pickSequence: sequence,
  xMm: wholeOrNone.pipe(newLocation.shape.xMm.unwrap()),
  yMm: wholeOrNone.pipe(newLocation.shape.yMm.unwrap()),
  pickable: z.boolean(),
  receivable: z.boolean(),
  ...limitsForm.shape,
})

export const locationTyped = (location: Location): z.input<typeof locationForm> => ({
  warehouseId: location.warehouseId,
  code: location.code,
  zoneId: location.zoneId ?? '',
  barcode: location.barcode ?? '',
  kind: location.kind,
  pickSequence: String(location.pickSequence),
  xMm: String(location.xMm ?? ''),
  yMm: String(location.yMm ?? ''),
  pickable: location.pickable,
  receivable: location.receivable,
  maxUnits: String(location.maxUnits ?? ''),
  maxWeightG: String(location.maxWeightG ?? ''),
  mixedSkus: location.mixedSkus,
  mixedLots: location.mixedLots,
})
