import type { LedgerEntry } from '@stowage/contract/warehouse/stock'
import { useState } from 'react'
import { formatCalendarDay } from '../../format.ts'
import { FilterBar } from '../../parts/FilterBar.tsx'
import { SearchBox } from '../../parts/SearchBox.tsx'
import { Button } from '../../ui/Button.tsx'
import { DayField } from '../../ui/DayField.tsx'
import { ItemField } from '../ItemField.tsx'
import { PlaceField } from '../PlaceField.tsx'
import { kinds } from '../words.ts'
import { whoOf } from './ledger-columns.tsx'

export type LedgerFilter = {
  kind: string | undefined
  variant: string | undefined
  location: string | undefined
  lot: string | undefined
  actor: string | undefined
  move: string | undefined
  since: string | undefined
  until: string | undefined
  direction: 'in' | 'out' | undefined
  effectiveFrom: string | undefined
  effectiveTo: string | undefined
  q: string | undefined
}

type Props = {
  slug: string
  warehouseId: string | undefined
  applied: LedgerFilter
  /** The rows shown, in which filters by id find their words. */
  rows: readonly LedgerEntry[]
  onChange: (change: Partial<Record<keyof LedgerFilter, string | undefined>>) => void
}

/** The day of a moment of the address, in the time of this device. */
function dayOf(instant: string | undefined): string {
  if (instant === undefined) return ''
  const at = new Date(instant)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}
const dayWords = (day: string | undefined) => (day === undefined ? '' : formatCalendarDay(day))
const startOf = (day: string) => new Date(`${day}T00:00`).toISOString()
/** The list ends before a moment, people name the last day they want. */
const afterOf = (day: string) => {
  const at = new Date(`${day}T00:00`)
  at.setDate(at.getDate() + 1)
  return at.toISOString()
}
const lastDayOf = (until: string | undefined) =>
  dayOf(until === undefined ? undefined : new Date(Date.parse(until) - 1).toISOString())

/** Which movements are meant. What was chosen by item, place or person is a chip that goes away. */
export function LedgerFilters({ slug, warehouseId, applied, rows, onChange }: Props) {
  const [isMore, setIsMore] = useState(false)
  const [first] = rows
  /** Set elsewhere; here it can only be taken away. */
  const chosen = (key: keyof LedgerFilter, label: string, words: string) => {
    const value = applied[key]
    return value === undefined ? [] : [{ key, label, value, options: [{ value, label: words }] }]
  }
  return (
    <div className="grid gap-3">
      <FilterBar
        q={applied.q ?? ''}
        onChange={onChange}
        filters={[
          {
            ...{ key: 'kind', label: 'Type', value: applied.kind, promoted: true },
            options: Object.entries(kinds).map(([value, label]) => ({ value, label })),
          },
          ...chosen('variant', 'Item', first?.sku ?? 'the one chosen'),
          ...chosen('location', 'Place', first?.location ?? 'the one chosen'),
          ...chosen('lot', 'Lot', applied.lot ?? ''),
          ...chosen('actor', 'Who', first ? whoOf(first) : 'the one chosen'),
          ...chosen('move', 'Movement', applied.move ?? ''),
          ...chosen(
            'direction',
            'Only',
            applied.direction === 'in' ? 'what came in' : 'what went out',
          ),
          ...chosen('effectiveFrom', 'Happened from', dayWords(applied.effectiveFrom)),
          ...chosen('effectiveTo', 'Happened until', dayWords(applied.effectiveTo)),
        ]}
      >
        <SearchBox
          label="Search"
          placeholder="SKU, document or note"
          command="Search the movements"
          q={applied.q ?? ''}
          onChange={(text) => onChange({ q: text || undefined })}
          scan
        />
      </FilterBar>
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-36 max-sm:grow">
          <DayField
            label="From day"
            value={dayOf(applied.since)}
            onDay={(day) => onChange({ since: day ? startOf(day) : undefined })}
          />
        </div>
        <div className="min-w-36 max-sm:grow">
          <DayField
            label="To day"
            value={lastDayOf(applied.until)}
            onDay={(day) => onChange({ until: day ? afterOf(day) : undefined })}
          />
        </div>
        <Button aria-expanded={isMore} onClick={() => setIsMore(!isMore)}>
          {isMore ? 'Fewer filters' : 'By item or place'}
        </Button>
      </div>
      {isMore && (
        <div className="grid max-w-3xl items-start gap-3 sm:grid-cols-2">
          <ItemField
            slug={slug}
            label="Only this item"
            onItem={({ item }) => onChange({ variant: item.id })}
          />
          <PlaceField
            slug={slug}
            warehouseId={warehouseId}
            label="Only this place"
            hint={warehouseId === undefined ? 'Choose a warehouse at the top first' : undefined}
            place={undefined}
            onPlace={(place) => place && onChange({ location: place.id })}
          />
        </div>
      )}
    </div>
  )
}
