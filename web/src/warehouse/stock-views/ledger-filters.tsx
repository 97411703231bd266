import type { LedgerEntry } from '@stowage/contract/warehouse/stock-views'
import { useState } from 'react'
import { formatCalendarDay } from '../../app/format.ts'
import type { Filter } from '../../parts/FilterBar.tsx'
import { Button } from '../../ui/Button.tsx'
import { DayField } from '../../ui/DayField.tsx'
import { ItemField } from '../products/ItemField.tsx'
import { LocationPicker } from '../locations/LocationPicker.tsx'
import { kinds } from '../../workspace/refusals/move-kinds.ts'
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

type FilterOptions = {
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
const dayWords = (day: string | undefined) => (day ? formatCalendarDay(day) : '')
const startOf = (day: string) => new Date(`${day}T00:00`).toISOString()
/** The list ends before a moment, people name the last day they want. */
const afterOf = (day: string) => {
  const at = new Date(`${day}T00:00`)
  at.setDate(at.getDate() + 1)
  return at.toISOString()
}
const lastDayOf = (until: string | undefined) =>
  dayOf(until === undefined ? undefined : new Date(Date.parse(until) - 1).toISOString())

/** Returns the filters of the ledger. What was chosen by item, place, person or day is one that only goes away. */
export function useLedgerFilters({ slug, warehouseId, applied, rows, onChange }: FilterOptions) {
  const [isMore, setIsMore] = useState(false)
  const [first] = rows
  /** Set elsewhere; here it can only be taken away. */
  const chosen = (key: keyof LedgerFilter, label: string, words: string) => {
    const value = applied[key]
    return value === undefined ? [] : [{ key, label, value, options: [{ value, label: words }] }]
  }
  const filters: Filter[] = [
    {
      key: 'kind',
      label: 'Type',
      value: applied.kind,
      promoted: true,
      options: Object.entries(kinds).map(([value, label]) => ({ value, label })),
    },
    ...chosen('variant', 'Item', first?.sku ?? 'selected'),
    ...chosen('location', 'Location', first?.location ?? 'selected'),
    ...chosen('lot', 'Lot', applied.lot ?? ''),
    ...chosen('actor', 'Who', first ? whoOf(first) : 'selected'),
    ...chosen('move', 'Movement', applied.move ?? ''),
    ...chosen('direction', 'Only', applied.direction === 'in' ? 'Incoming' : 'Outgoing'),
    ...chosen('effectiveFrom', 'From', dayWords(applied.effectiveFrom)),
    ...chosen('effectiveTo', 'To', dayWords(applied.effectiveTo)),
    ...chosen('since', 'Recorded from', dayWords(dayOf(applied.since))),
    ...chosen('until', 'Recorded until', dayWords(lastDayOf(applied.until))),
  ]
  const button = (
    <Button
      look="quiet"
      className="px-2! whitespace-nowrap"
      aria-expanded={isMore}
      onClick={() => setIsMore(!isMore)}
    >
      {isMore ? 'Fewer filters' : 'More filters'}
    </Button>
  )
  const fields = isMore && (
    <div className="card mb-2 grid items-start gap-3 p-3 sm:grid-cols-4">
      <DayField
        label="From day"
        value={dayOf(applied.since)}
        onDay={(day) => onChange({ since: day ? startOf(day) : undefined })}
      />
      <DayField
        label="To day"
        value={lastDayOf(applied.until)}
        onDay={(day) => onChange({ until: day ? afterOf(day) : undefined })}
      />
      <ItemField
        slug={slug}
        label="Filter by this item"
        onItem={({ item }) => onChange({ variant: item.id })}
      />
      <LocationPicker
        slug={slug}
        warehouseId={warehouseId}
        label="Filter by this location"
        hint={warehouseId === undefined ? 'Choose a warehouse first' : undefined}
        place={undefined}
        onPlace={(place) => place && onChange({ location: place.id })}
      />
    </div>
  )
  return { filters, button, fields }
}
