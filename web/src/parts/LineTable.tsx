import type { ComponentProps } from 'react'
import { formatCount } from '../app/format.ts'
import { DataTable } from './DataTable.tsx'
import { EmptyState } from './EmptyState.tsx'

type Props<Line extends object> = Omit<
  ComponentProps<typeof DataTable<Line>>,
  'caption' | 'rows' | 'empty'
> & {
  rows: readonly Line[]
  /** How many lines there are, by default. */
  caption?: string
  /** Shown without any. */
  none?: string
}

/** The table of the lines of a document. */
export function LineTable<Line extends object>({ rows, caption, none, ...props }: Props<Line>) {
  const count = rows.length === 1 ? '1 line' : `${formatCount(rows.length)} lines`
  return (
    <DataTable
      {...props}
      caption={caption ?? count}
      rows={rows}
      empty={<EmptyState title={none ?? 'No lines'} />}
    />
  )
}
