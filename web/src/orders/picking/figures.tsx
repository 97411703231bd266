import { formatCount, formatQuantity } from '../../app/format.ts'
import { count, number } from '../../parts/columns.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import type { Column } from '../../parts/DataTable.tsx'

/** Progress of the picks of a wave or a batch. */
type Figures = {
  orders: number
  lines: number
  units: string
  tasks: number
  picked: number
  shortLines: number
}

const progressText = ({ tasks, picked }: Pick<Figures, 'tasks' | 'picked'>) =>
  tasks === 0 ? '-' : `${formatCount(picked)} of ${formatCount(tasks)}`

/** A bar with its number beside it. */
export function Progress({ of }: { of: Pick<Figures, 'tasks' | 'picked'> }) {
  const { tasks, picked } = of
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap tabular-nums">
      {tasks > 0 && <ProgressBar aria-hidden className="h-1.5 w-16" max={tasks} value={picked} />}
      {progressText(of)}
    </span>
  )
}

/** List columns shared by waves and batches. */
export const figureColumns: Column<Figures>[] = [
  count('Orders', ({ orders }) => orders, { card: 'value' }),
  count('Lines', ({ lines }) => lines, { wide: true }),
  number('Units', ({ units }) => formatQuantity(units), { wide: true }),
  { header: 'Picked', card: 'number', keep: 3, cell: (one) => <Progress of={one} /> },
  {
    header: 'Short lines',
    wide: true,
    align: 'end',
    cell: ({ shortLines }) =>
      shortLines === 0 ? (
        '-'
      ) : (
        <span className="font-semibold text-bad-ink tabular-nums">{formatCount(shortLines)}</span>
      ),
  },
]
