import type { Variant } from '@stowage/contract/warehouse/product-variants'
import { stockViews } from '@stowage/contract/warehouse/stock-views'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { load } from '../../app/api.ts'
import { formatCalendarDay, formatQuantity } from '../../app/format.ts'
import { DayField } from '../../ui/DayField.tsx'
import { Bar } from '../../ui/Skeleton.tsx'
import { useSlug, useWarehouse } from '../../workspace/warehouses.ts'
import { useToday } from '../../workspace/times.ts'
import { ReadError } from '../../parts/ReadError.tsx'

const route = getRouteApi('/$platform/app/catalog/$sku')

/** Shows the quantity of an item that can be promised for a day, in the current warehouse. */
export function AvailableOn({ variant }: { variant: Variant }) {
  const slug = useSlug()
  const { id, warehouse } = useWarehouse()
  const { on } = route.useSearch()
  const navigate = route.useNavigate()
  const today = useToday(warehouse?.timezone)
  // Empty where none was left in the field.
  const [typed, setTyped] = useState(on)
  const day = typed ?? today
  const isOver = day !== '' && day < today
  const found = useQuery({
    ...load(stockViews.availability, {
      params: { slug, variantId: variant.id },
      query: { warehouse: id, on: day },
    }),
    enabled: day >= today,
  })
  const { data, isLoading } = found
  const choose = (chosen: string) => {
    setTyped(chosen)
    void navigate({
      to: '.',
      search: (now) => ({ ...now, on: chosen || undefined }),
      replace: true,
      resetScroll: false,
    })
  }
  return (
    <section aria-label="Available to promise" className="grid gap-3">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <DayField
          label="Available on"
          min={today}
          value={day}
          error={isOver ? 'Choose today or a later date' : undefined}
          onDay={choose}
        />
        <div role="status" className="flex min-h-10 flex-wrap items-center gap-x-2 text-sm">
          {data && (
            <>
              <span className="text-2xl font-semibold tabular-nums wrap-anywhere">
                {formatQuantity(data.total.byDate.available)}
              </span>
              {`${data.unit} available to promise on ${formatCalendarDay(day)}`}
            </>
          )}
          {isLoading && (
            <>
              <span className="sr-only">Loading</span>
              <Bar className="h-7 w-40" />
            </>
          )}
          {day === '' && 'Choose a date to see the quantity available to promise.'}
        </div>
      </div>
      <ReadError of={found} fallback="Couldn’t load availability" />
    </section>
  )
}
