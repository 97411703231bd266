import { useState } from 'react'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { KnownWhen, type Known } from '../stock/KnownWhen.tsx'
import { CategoryField } from './CategoryField.tsx'
import { PeriodButtons } from './PeriodButtons.tsx'
import { PeriodDays } from './PeriodDays.tsx'
import type { Days } from './periods.ts'

export type MovementQuery = Days & {
  category: string | undefined
  tag: string | undefined
  items: 'moved' | 'all'
  known: Known
}

type Props = {
  slug: string
  today: string
  asked: MovementQuery
  onChange: (change: Partial<Record<keyof MovementQuery, string | undefined>>) => void
}

const itemOptions = [
  { value: 'moved', label: 'With movements' },
  { value: 'all', label: 'All in stock' },
]

/** Which days, which items, and whether what was told later counts. */
export function MovementFilters({ slug, today, asked, onChange }: Props) {
  const { category, tag, items, known } = asked
  const [typed, setTyped] = useState(tag ?? '')
  return (
    <div className="grid gap-3 print:hidden">
      <PeriodButtons days={asked} today={today} onChange={onChange} />
      <div className="grid items-end gap-3 sm:flex sm:flex-wrap">
        <PeriodDays days={asked} onChange={onChange} />
        <CategoryField
          slug={slug}
          value={category}
          onChange={(chosen) => onChange({ category: chosen })}
        />
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            onChange({ tag: typed.trim() || undefined })
          }}
        >
          <TextField
            label="Tag"
            maxLength={40}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onBlur={() =>
              typed.trim() !== (tag ?? '') && onChange({ tag: typed.trim() || undefined })
            }
          />
        </form>
        <Select
          label="Items"
          value={items}
          options={itemOptions}
          onChange={({ target }) => onChange({ items: target.value })}
        />
      </div>
      <div className="max-w-3xl">
        <KnownWhen value={known} onChange={(chosen) => onChange({ known: chosen })} />
      </div>
    </div>
  )
}
