import { fieldsOf } from '@stowage/contract/import-kinds'
import { imports, type ImportJob, type ImportRow } from '@stowage/contract/workspace/imports'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { load } from '../../app/api.ts'
import { formatCount } from '../../app/format.ts'
import { DataTable, type Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { KeysetPager } from '../../parts/KeysetPager.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { useSlug } from '../warehouses.ts'
import { outcomeWords } from './words.ts'

type Props = {
  file: ImportJob
  caption: string
  /** Which rows, as the call takes them; empty is all. */
  states: string
  /** The first few only, to see what the columns hold. */
  short?: true
}

const labelOf = ({ kind }: ImportJob, field: string) =>
  fieldsOf(kind).find(({ name }) => name === field)?.label ?? field

/** The columns that are read, in the order of the fields; before a mapping, the first ones. */
function columnsOf(file: ImportJob, states: string): Column<ImportRow>[] {
  const mapped = fieldsOf(file.kind).flatMap(({ name, label }) => {
    const [at, fixed] = [file.mapping[name] ?? -1, file.fixed[name] ?? '']
    return at < 0 && fixed === '' ? [] : [{ at, fixed, label }]
  })
  const cells = mapped.slice(0, 6).map(({ at, fixed, label }) => ({
    header: label,
    cell: ({ cells: texts }: ImportRow) => (
      <span className="line-clamp-2 wrap-anywhere">{texts[at]?.trim() || fixed || '-'}</span>
    ),
  }))
  const mistakes: Column<ImportRow> = {
    header: states === 'skipped' ? 'Reason' : 'Problem',
    cell: ({ errors }) => (
      <ul className="grid gap-1 py-1.5 wrap-anywhere whitespace-normal">
        {errors.map(({ column, message }, i) => (
          <li key={i} className={states === 'skipped' ? undefined : 'text-bad-ink'}>
            {column === '' ? message : `${labelOf(file, column)}: ${message}`}
          </li>
        ))}
      </ul>
    ),
  }
  const outcome: Column<ImportRow> = {
    header: 'Change',
    cell: ({ outcome: word, errors }) => (
      <>
        {word ? outcomeWords[word] : '-'}
        {errors.map(({ message }, i) => (
          <span key={i} className="block wrap-anywhere whitespace-normal text-warn-ink">
            {message}
          </span>
        ))}
      </>
    ),
  }
  return [
    { header: 'Row', cell: ({ rowNo }) => formatCount(rowNo) },
    ...(states === 'error' || states === 'skipped' ? [mistakes] : states === '' ? [] : [outcome]),
    ...cells,
  ]
}

/** Rows as they stand in the file, with what was found. */
export function RowsTable({ file, caption, states, short }: Props) {
  const slug = useSlug()
  const [limit, setLimit] = useState(25)
  const [place, setPlace] = useState<{ cursor: string | undefined; from: number }>(first)
  const [countAll, setCountAll] = useState(false)
  const columns = useMemo(() => columnsOf(file, states), [file, states])
  const rows = useQuery({
    ...load(imports.rows, {
      params: { slug, importId: file.id },
      query: {
        limit: short ? '5' : String(limit),
        cursor: place.cursor,
        ...(states && { state: states }),
        ...(countAll && { count: 'all' }),
      },
    }),
    placeholderData: keepPreviousData,
  })
  if (rows.error && !rows.data)
    return <ErrorBox error={rows.error} onRetry={() => void rows.refetch()} />
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={rows.data?.items}
      rowId={({ rowNo }) => String(rowNo)}
      busy={rows.isPlaceholderData}
      empty={<EmptyState title="No rows" />}
      pager={
        short ? undefined : (
          <KeysetPager
            name={`Pages: ${caption}`}
            reply={rows.data}
            busy={rows.isFetching}
            limit={limit}
            from={place.from}
            onTurn={(cursor, by) => setPlace({ cursor, from: Math.max(1, place.from + by) })}
            onStart={() => setPlace(first)}
            onCountAll={() => setCountAll(true)}
            onLimit={(size) => {
              setLimit(size)
              setPlace(first)
            }}
          />
        )
      }
    />
  )
}

const first = { cursor: undefined, from: 1 }
