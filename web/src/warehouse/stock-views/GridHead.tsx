import type { GridLocation } from '@stowage/contract/warehouse/stock-grid'
import { statusWords } from '../locations/words.ts'
import { columnsIn, columnWidth, headHeight } from './grid-view.ts'

type Props = {
  places: readonly GridLocation[]
  /** Indexes of the rendered columns, comma-separated as in the view. */
  columns: string
  /** The place of the first in the whole list, from 0. */
  offset: number
  headWidth: number
  width: number
}

/** The places over their columns, with their zone or why they are closed. */
export function GridHead({ places, columns, offset, headWidth, width }: Props) {
  return (
    <div role="rowgroup" className="sticky top-0 z-20 w-max min-w-full">
      <div
        role="row"
        aria-rowindex={1}
        className="relative border-b border-edge bg-surface text-sm"
        style={{ width, height: headHeight }}
      >
        <div
          role="columnheader"
          aria-colindex={1}
          className="sticky start-0 z-10 grid h-full content-center border-e border-edge bg-surface px-2 font-semibold"
          style={{ width: headWidth }}
        >
          Item
        </div>
        {columnsIn(columns).map((column) => {
          const place = places[column]
          if (!place) return null
          return (
            <div
              key={place.id}
              role="columnheader"
              aria-colindex={offset + column + 2}
              className="absolute inset-y-0 grid content-center border-e border-line px-2 text-end"
              style={{ left: headWidth + column * columnWidth, width: columnWidth }}
            >
              <span className="truncate font-mono font-semibold" title={place.code}>
                {place.code}
              </span>
              <span className="truncate text-xs text-muted">
                {place.status === 'active' ? place.zoneCode : statusWords[place.status]}
              </span>
            </div>
          )
        })}
      </div>
    </div>
  )
}
