import type {
  CycleShipment,
  PaceOfMember,
  ShortSubject,
  WaitingItem,
} from '@stowage/contract/orders/reports'
import { type Columns, identifier, numberText } from '../../http/csv.ts'

const decimal = (number: number) => ({ decimal: String(number) })
const rate = (number: number | null) => (number === null ? null : decimal(number))

/** Columns of the backorder export; values only for those who may see prices. */
export const waitingColumns = (hasValues: boolean): Columns<WaitingItem> => ({
  sku: ({ sku }) => identifier(sku),
  name: ({ name }) => name,
  waiting: ({ waiting }) => ({ decimal: waiting }),
  unit: ({ unit }) => unit,
  lines: ({ lines }) => decimal(lines),
  ...(hasValues && {
    value: ({ values = [] }) =>
      values.map(({ currency, amount }) => `${amount} ${currency}`).join(', '),
  }),
  since: ({ since }) => since,
  promisedShipAt: ({ promisedShipAt }) => promisedShipAt,
})

/** The shipments of a period as a file, with the seconds of each step. */
export const cycleColumns: Columns<CycleShipment> = {
  shipment: ({ number }) => number,
  order: ({ order }) => order,
  warehouse: ({ warehouseCode }) => warehouseCode,
  shippedAt: ({ shippedAt }) => shippedAt,
  secondsToConfirm: ({ confirmed }) => numberText(confirmed),
  secondsToRelease: ({ released }) => numberText(released),
  secondsToPick: ({ picked }) => numberText(picked),
  secondsToPack: ({ packed }) => numberText(packed),
  secondsToShip: ({ shipped }) => numberText(shipped),
  secondsInAll: ({ total }) => numberText(total),
}

export const paceColumns: Columns<PaceOfMember> = {
  member: ({ name }) => name,
  task: ({ kind }) => kind,
  lines: ({ lines }) => decimal(lines),
  minutes: ({ minutes }) => decimal(minutes),
  linesPerHour: ({ perHour }) => rate(perHour),
  slowestDay: ({ slowestDay }) => rate(slowestDay),
  fastestDay: ({ fastestDay }) => rate(fastestDay),
}

export const shortColumns = (by: 'item' | 'location'): Columns<ShortSubject> => ({
  [by === 'item' ? 'sku' : 'location']: ({ label }: ShortSubject) => label,
  [by === 'item' ? 'name' : 'warehouse']: ({ name }: ShortSubject) => name,
  picks: ({ picks }) => decimal(picks),
  short: ({ short }) => decimal(short),
  shortPercent: ({ picks, short }) => ({ decimal: ((100 * short) / picks).toFixed(2) }),
})
