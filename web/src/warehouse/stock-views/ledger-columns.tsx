import type { LedgerEntry } from '@stowage/contract/warehouse/stock-views'
import { formatChange, formatQuantity } from '../../app/format.ts'
import { code, link, linkTo, word } from '../../parts/columns.tsx'
import type { Column } from '../../parts/DataTable.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { kindOf } from '../../workspace/refusals/move-kinds.ts'

type ColumnOptions = {
  paths: WorkspacePaths
  show: (at: string) => string
  /** The names of reasons, by code. */
  reasons: ReadonlyMap<string, string>
}

/** The page of the document a movement belongs to, if it has one. */
export function documentOf(
  { source: { type, id } }: Pick<LedgerEntry, 'source'>,
  paths: WorkspacePaths,
): string | undefined {
  if (id === null) return undefined
  if (type === 'receipt') return paths.receipt(id)
  return type === 'adjustment' ? paths.adjustment(id) : undefined
}

const sources: Record<string, string> = {
  receipt: 'Receipt',
  adjustment: 'Adjustment',
  move: 'Move',
  import: 'Import',
  demo: 'Example data',
}
export const sourceOf = ({ source: { type, number } }: Pick<LedgerEntry, 'source'>) =>
  number ?? sources[type] ?? type.replaceAll('_', ' ')

export const whoOf = ({ actor }: Pick<LedgerEntry, 'actor'>) =>
  actor.name ?? (actor.type === 'system' ? 'Stowage' : (actor.id ?? actor.type))

export const ledgerColumns = ({ paths, show, reasons }: ColumnOptions): Column<LedgerEntry>[] => [
  {
    header: 'Time',
    sort: 'recordedAt',
    card: 'value',
    cell: ({ recordedAt, effectiveAt }) => (
      <>
        <time dateTime={recordedAt}>{show(recordedAt)}</time>
        {effectiveAt !== recordedAt && (
          <span className="text-muted">
            {' for '}
            <time dateTime={effectiveAt}>{show(effectiveAt)}</time>
          </span>
        )}
      </>
    ),
  },
  {
    header: 'Type',
    card: 'state',
    keep: 3,
    cell: ({ kind, reverses, reversedBy }) => (
      <span className="inline-flex items-center gap-1">
        {reverses !== null ? `Reversed: ${kindOf(kind).toLowerCase()}` : kindOf(kind)}
        {reversedBy !== null && <StateBadge state="none">Reversed</StateBadge>}
      </span>
    ),
  },
  link('SKU', ({ sku }) => [paths.product(sku), sku], { card: 'title', keep: 4 }),
  code('Location', ({ location }) => location, { card: 'value', keep: 3 }),
  word('Lot', ({ lot, serial }) => lot ?? serial, { wide: true }),
  {
    header: 'Quantity',
    card: 'number',
    keep: 4,
    align: 'end',
    cell: ({ delta, unit }) => (
      <>
        {formatChange(delta)}
        <span className="font-normal text-muted">{` ${unit}`}</span>
      </>
    ),
  },
  {
    header: 'Balance after',
    wide: true,
    keep: 2,
    align: 'end',
    cell: ({ after }) => formatQuantity(after),
  },
  {
    header: 'Document',
    wide: true,
    keep: 2,
    cell: (entry) => {
      const href = documentOf(entry, paths)
      return href === undefined ? (entry.source.number ?? '-') : linkTo(href, sourceOf(entry))
    },
  },
  word(
    'Reason',
    ({ reasonCode, note }) =>
      [reasonCode === null ? '' : (reasons.get(reasonCode) ?? reasonCode), note ?? '']
        .filter((part) => part !== '')
        .join(': '),
    { wide: true, grow: 'sm:min-w-24' },
  ),
  word('Who', whoOf, { wide: true }),
]
