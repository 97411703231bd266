import type { MovementRow } from '@stowage/contract/warehouse/reports'
import { moveKinds } from '@stowage/contract/move-kinds'
import { type Columns, identifier } from '../../http/csv.ts'

const kindColumns = (way: 'in' | 'out'): Columns<MovementRow> =>
  Object.fromEntries(
    moveKinds.map((kind) => [
      `${way}_${kind}`,
      (row: MovementRow) => ({ decimal: row[way].find((one) => one.kind === kind)?.qty ?? '0' }),
    ]),
  )

/** The columns of the movement report as a file. */
export const movementColumns: Columns<MovementRow> = {
  sku: ({ sku }) => identifier(sku),
  name: ({ name }) => name,
  unit: ({ unit }) => unit,
  opening: ({ opening }) => ({ decimal: opening }),
  ...kindColumns('in'),
  totalIn: ({ totalIn }) => ({ decimal: totalIn }),
  ...kindColumns('out'),
  totalOut: ({ totalOut }) => ({ decimal: totalOut }),
  closing: ({ closing }) => ({ decimal: closing }),
  difference: ({ difference }) => ({ decimal: difference }),
}
