import type { Fulfillment } from '@stowage/contract/orders/fulfillments'
import { formatQuantity } from '../../app/format.ts'
import { text, word } from '../../parts/columns.tsx'
import type { Column } from '../../parts/DataTable.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Button } from '../../ui/Button.tsx'
import { compareQuantities } from '../../warehouse/products/quantities.ts'

export type Line = Fulfillment['lines'][number]

/** Checks whether a line has items left to pack. */
export const isLeft = ({ picked, packed }: Line) => compareQuantities(packed, picked) < 0

const quantity = (value: string, isStrong = false) => (
  <span className={`whitespace-nowrap tabular-nums ${isStrong ? 'font-semibold' : ''}`}>
    {formatQuantity(value)}
  </span>
)

/** The columns of what there is to pack; `packLine` packs a line without scanning. */
export const columnsOf = (
  packLine: ((line: Line) => void) | undefined,
  mayNot: string | undefined,
): Column<Line>[] => [
  text('SKU', ({ sku }) => sku),
  text('Name', ({ name }) => name, { card: 'value', grow: 'sm:min-w-32' }),
  { header: 'Picked', card: 'value', align: 'end', cell: ({ picked }) => quantity(picked) },
  { header: 'Packed', card: 'number', align: 'end', cell: ({ packed }) => quantity(packed, true) },
  word('Unit', ({ unit }) => unit, { wide: true }),
  {
    header: 'State',
    card: 'state',
    keep: 3,
    cell: (line) => {
      if (isLeft(line)) return <StateBadge state="info">To pack</StateBadge>
      const isPicked = compareQuantities(line.picked, '0') > 0
      return isPicked ? <StateBadge state="ok">Packed</StateBadge> : 'Not picked'
    },
  },
  ...(packLine
    ? [
        {
          header: 'Pack',
          hideHeader: true,
          keep: 4,
          cell: (line: Line) =>
            isLeft(line) && (
              <Button className="min-h-8! px-2!" why={mayNot} onClick={() => packLine(line)}>
                {'Pack… '}
                <span className="sr-only">{line.sku}</span>
              </Button>
            ),
        },
      ]
    : []),
]
