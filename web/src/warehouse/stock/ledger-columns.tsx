import type { LedgerEntry } from '@stowage/contract/warehouse/stock'
import { formatChange, formatQuantity } from '../../format.ts'
import type { Column } from '../../parts/DataTable.tsx'
import { Link } from '../../parts/Link.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { kindOf } from '../words.ts'

type Given = {
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
  demo: 'Demo data',
}
export const sourceOf = ({ source: { type, number } }: Pick<LedgerEntry, 'source'>) =>
  number ?? sources[type] ?? type.replaceAll('_', ' ')

export const whoOf = ({ actor }: Pick<LedgerEntry, 'actor'>) =>
  actor.name ?? (actor.type === 'system' ? 'Stowage' : (actor.id ?? actor.type))

export const ledgerColumns = ({ paths, show, reasons }: Given): Column<LedgerEntry>[] => [
  {
    header: 'Time',
    sort: 'recordedAt',
    cell: ({ recordedAt, effectiveAt }) => (
      <span className="sm:block sm:min-w-24">
        <time dateTime={recordedAt}>{show(recordedAt)}</time>
        {effectiveAt !== recordedAt && (
          <span className="block text-xs text-muted">
            {'for '}
            <time dateTime={effectiveAt}>{show(effectiveAt)}</time>
          </span>
        )}
      </span>
    ),
  },
  {
    header: 'Type',
    cell: ({ kind, reverses, reversedBy }) => (
      <span className="inline-flex flex-wrap items-center gap-1">
        {reverses !== null ? `Undone: ${kindOf(kind).toLowerCase()}` : kindOf(kind)}
        {reversedBy !== null && <StateBadge state="none">Undone</StateBadge>}
      </span>
    ),
  },
  {
    header: 'SKU',
    cell: ({ sku }) => (
      <Link className="link wrap-anywhere sm:block sm:min-w-20" href={paths.product(sku)}>
        {sku}
      </Link>
    ),
  },
  {
    header: 'Place',
    cell: ({ location }) => <span className="font-mono sm:whitespace-nowrap">{location}</span>,
  },
  {
    header: 'Lot',
    wide: true,
    cell: ({ lot, serial }) => <span className="sm:block sm:min-w-12">{lot ?? serial ?? '-'}</span>,
  },
  {
    header: 'Quantity',
    align: 'end',
    cell: ({ delta, unit }) => (
      <span className="whitespace-nowrap tabular-nums">
        {formatChange(delta)}
        <span className="text-muted">{` ${unit}`}</span>
      </span>
    ),
  },
  {
    header: 'Balance after',
    wide: true,
    align: 'end',
    cell: ({ after }) => <span className="tabular-nums">{formatQuantity(after)}</span>,
  },
  {
    header: 'Document',
    wide: true,
    cell: (entry) => {
      const href = documentOf(entry, paths)
      return href === undefined ? (
        (entry.source.number ?? '-')
      ) : (
        <Link className="link whitespace-nowrap" href={href}>
          {sourceOf(entry)}
        </Link>
      )
    },
  },
  {
    header: 'Reason',
    wide: true,
    cell: ({ reasonCode, note }) => (
      <span className="line-clamp-2 wrap-anywhere">
        {[reasonCode === null ? '' : (reasons.get(reasonCode) ?? reasonCode), note ?? '']
          .filter((part) => part !== '')
          .join(': ') || '-'}
      </span>
    ),
  },
  {
    header: 'Who',
    wide: true,
    cell: (entry) => <span className="wrap-break-word">{whoOf(entry)}</span>,
  },
]
