import type { ReactNode } from 'react'
import { CategoryField } from '../../warehouse/reports/CategoryField.tsx'
import { PeriodButtons } from '../../warehouse/reports/PeriodButtons.tsx'
import { PeriodDays } from '../../warehouse/reports/PeriodDays.tsx'
import type { usePeriod } from './use-period.ts'

type Props = {
  slug: string
  /** Left out of a report about now. */
  period?: Pick<ReturnType<typeof usePeriod>, 'days' | 'today'>
  category: string | undefined
  onChange: (change: Record<string, string | undefined>) => void
  children?: ReactNode
}

/** Which days and which items a report is about. */
export function ReportFilters({ slug, period, category, onChange, children }: Props) {
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
    </div>
  )
}
