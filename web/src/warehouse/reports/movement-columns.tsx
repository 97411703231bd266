import type { MovementRow } from '@stowage/contract/warehouse/reports'
import type { ReactNode } from 'react'
import { formatQuantity } from '../../app/format.ts'
import { codeLink, text } from '../../parts/columns.tsx'
import type { Column } from '../../parts/DataTable.tsx'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { kindOf } from '../../workspace/refusals/move-kinds.ts'
import { Check } from './MovementTotals.tsx'
import { MovementsBehind, type Movements } from './MovementsBehind.tsx'
import { dayBefore, type Days } from './periods.ts'

type ColumnOptions = Days & {
  paths: WorkspacePaths
  /** Filter that all movements behind the numbers have in common. */
  behind: Movements | undefined
}

/** Each number leads to the movements it is made of. */
export const movementColumns = ({
  paths,
  since,
  until,
  behind,
}: ColumnOptions): Column<MovementRow>[] => {
  const number = (row: MovementRow, qty: string, rows: Movements, name: string): ReactNode => (
    <MovementsBehind
      text={formatQuantity(qty)}
      name={`${row.unit}, ${name}: the movements of ${row.sku}`}
      movements={behind && { variant: row.variantId, ...behind, ...rows }}
    />
  )
  const moved = (way: 'in' | 'out'): Column<MovementRow> => ({
    header: way === 'in' ? 'In' : 'Out',
    align: 'end',
    cell: (row) =>
      row[way].length === 0 ? (
        '0'
      ) : (
        <span className="grid gap-1">
          {row[way].map(({ kind, qty }) => (
            <span key={kind} className="flex flex-wrap justify-end gap-x-2">
              <span className="text-muted">{kindOf(kind)}</span>
              {number(
                row,
                qty,
                { kind, direction: way, effectiveFrom: since, effectiveTo: until },
                `${kindOf(kind)}, ${way}`,
              )}
            </span>
          ))}
        </span>
      ),
  })
  return [
    codeLink('SKU', ({ sku }) => [paths.product(sku), sku]),
    text('Name', ({ name }) => name),
    {
      header: 'Opening',
      align: 'end',
      cell: (row) => number(row, row.opening, { effectiveTo: dayBefore(since) }, 'opening'),
    },
    moved('in'),
    moved('out'),
    {
      header: 'Closing',
      align: 'end',
      cell: (row) => number(row, row.closing, { effectiveTo: until }, 'closing'),
    },
    { header: 'Unit', cell: ({ unit }) => unit },
    { header: 'Check', cell: ({ difference }) => <Check difference={difference} /> },
  ]
}
