import type { ReactNode } from 'react'
import { CategoryField } from './CategoryField.tsx'
import { PeriodButtons } from './PeriodButtons.tsx'
import { PeriodDays } from './PeriodDays.tsx'
import type { Days } from './periods.ts'

type Props = {
  slug: string
  /** Undefined for a report about now. */
  period: { days: Days; today: string } | undefined
  category: string | undefined
  onChange: (change: Record<string, string | undefined>) => void
  children: ReactNode
  below: ReactNode
}

/** Filters of a report: its days, its items, and what it adds after and below them. */
export function ReportFilters({ slug, period, category, onChange, children, below }: Props) {
  return (
    <div className="grid gap-3 print:hidden">
      {period && <PeriodButtons {...period} onChange={onChange} />}
      <div className="grid items-end gap-3 sm:flex sm:flex-wrap">
        {period && <PeriodDays days={period.days} onChange={onChange} />}
        <CategoryField
          slug={slug}
          value={category}
          onChange={(chosen) => onChange({ category: chosen })}
        />
        {children}
      </div>
      {below}
    </div>
  )
}
