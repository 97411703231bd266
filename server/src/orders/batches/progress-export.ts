import type { Columns } from '../../http/csv.ts'
import type { Figures } from './progress-queries.ts'

/** How far the picks of a wave or a batch are, in a file. */
export const figureColumns: Columns<Figures> = {
  orders: ({ orders }) => String(orders),
  lines: ({ lines }) => String(lines),
  units: ({ units }) => ({ decimal: units }),
  tasks: ({ tasks }) => String(tasks),
  picked: ({ picked }) => String(picked),
  shortLines: ({ shortLines }) => String(shortLines),
}
