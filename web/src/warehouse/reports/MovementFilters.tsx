import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { DayField } from '../../ui/DayField.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { categoriesOf } from '../products/queries.ts'
import { categoryPaths } from '../products/words.ts'
import { KnownWhen, type Known } from '../stock/KnownWhen.tsx'
import { presets, type Days } from './periods.ts'

export type Asked = Days & {
  category: string | undefined
  tag: string | undefined
  items: 'moved' | 'all'
  known: Known
}

type Props = {
  slug: string
  today: string
  asked: Asked
  onChange: (change: Partial<Record<keyof Asked, string | undefined>>) => void
}

const itemOptions = [
  { value: 'moved', label: 'With movements' },
  { value: 'all', label: 'All in stock' },
]

/** Which days, which items, and whether what was told later counts. */
export function MovementFilters({ slug, today, asked, onChange }: Props) {
  const { since, until, category, tag, items, known } = asked
  const categories = useQuery(categoriesOf(slug))
  const [typed, setTyped] = useState(tag ?? '')
  return (
    <div className="grid gap-3 print:hidden">
      <div role="group" aria-label="Period" className="flex flex-wrap gap-2">
        {presets.map(({ name, of }) => {
          const days = of(today)
          return (
            <Button
              key={name}
              aria-pressed={days.since === since && days.until === until}
              onClick={() => onChange(days)}
            >
              {name}
            </Button>
          )
        })}
      </div>
      <div className="grid items-end gap-3 sm:flex sm:flex-wrap">
        <DayField
          label="From day"
          max={until}
          required
          value={since}
          onDay={(day) => onChange({ since: day })}
        />
        <DayField
          label="To day"
          min={since}
          required
          value={until}
          onDay={(day) => onChange({ until: day })}
        />
        <Select
          // Drawn anew once the options are known: a choice that is not among them is shown as none.
          key={categories.data ? 'known' : 'unknown'}
          label="Category"
          value={category ?? ''}
          options={[{ value: '', label: 'Any' }, ...categoryPaths(categories.data?.items ?? [])]}
          onChange={({ target }) => onChange({ category: target.value || undefined })}
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
