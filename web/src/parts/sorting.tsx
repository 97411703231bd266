import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { useId } from 'react'

/** The order of a list: what it is, what it is without a choice, and how another is chosen. */
export type Sorting = { now: string; usual: string; onSort: (sort: string) => void }

/** A column that a list can be ordered by, and the word for it. */
type Sortable = { by: string; header: string }

const byOf = (sort: string) => sort.replace('-', '')
const directionOf = (sort: string) => (sort.startsWith('-') ? 'descending' : 'ascending')

/** For `aria-sort`; undefined where the list has another order. */
export const sortedAs = (by: string | undefined, sorting: Sorting | undefined) =>
  sorting && byOf(sorting.now) === by ? directionOf(sorting.now) : undefined

/**
 * Returns the next sort order when a column header is pressed: ascending, descending, then the usual order.
 */
export function nextSort(by: string, { now, usual }: Omit<Sorting, 'onSort'>): string {
  const cycle = [by, `-${by}`, ...(byOf(usual) === by ? [] : [usual])]
  return cycle[(cycle.indexOf(now) + 1) % cycle.length] ?? usual
}

/** `isDrawn` is the page as the build draws it, which cannot be ordered yet and need not carry how. */
type Drawn = { isDrawn: boolean }

type Props = Sortable & Drawn & { sorting: Sorting }

/** The head of a column, by which a list is ordered; cards have the choice above them. */
export function SortButton({ by, header, sorting, isDrawn }: Props) {
  const next = nextSort(by, sorting)
  const direction = sortedAs(by, sorting)
  if (isDrawn) return <span className="me-3.5 inline-flex min-h-6 px-1">{header}</span>
  const Icon = direction ? { ascending: ArrowUp, descending: ArrowDown }[direction] : ArrowUpDown
  return (
    <button
      type="button"
      aria-label={
        byOf(next) === by
          ? `Sort by ${header}, ${directionOf(next)}`
          : `Sort by ${header} no longer`
      }
      className="-mx-1 inline-flex min-h-6 items-center gap-1 rounded-control px-1 hover:bg-hover max-sm:hidden pointer-coarse:min-h-11"
      onClick={() => sorting.onSort(next)}
    >
      {header}
      <Icon aria-hidden size={14} className={direction ? 'text-text' : 'text-muted'} />
    </button>
  )
}

/** Above cards, which have no heads to press. */
export function SortChoice({
  sortable,
  sorting: { now, usual, onSort },
  isDrawn,
}: Drawn & { sortable: readonly Sortable[]; sorting: Sorting }) {
  const options = sortable.flatMap(({ by, header }) =>
    [by, `-${by}`].map((value) => ({ value, label: `${header}, ${directionOf(value)}` })),
  )
  const other = { value: now, label: now === usual ? 'The usual order' : 'Another order' }
  const all = options.some(({ value }) => value === now) ? options : [other, ...options]
  const shown = isDrawn ? all.filter(({ value }) => value === now) : all
  const id = useId()
  return (
    <span className="pick sm:hidden">
      <label htmlFor={id}>Sort by</label>
      <select id={id} value={now} onChange={({ target }) => onSort(target.value)}>
        {shown.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </span>
  )
}
