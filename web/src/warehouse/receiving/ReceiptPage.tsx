import { receiving, type Receipt } from '@stowage/contract/warehouse/receiving'
import { useMemo, type FunctionComponent } from 'react'
import { formatQuantity } from '../../app/format.ts'
import { badge, code, number, text } from '../../parts/columns.tsx'
import type { Column } from '../../parts/DataTable.tsx'
import { LineTable } from '../../parts/LineTable.tsx'
import { creatorOf } from '../../platforms/members/maker.ts'
import { documentPage } from '../../workspace/document-page.tsx'
import { LotLink } from '../lots/LotLink.tsx'
import { statuses } from '../products/stock-words.ts'
import { Money } from '../settings/money.ts'
import { movementLink } from '../stock/movement-link.tsx'
import { EditLine } from './EditLine.tsx'
import { ReceiptActions } from './ReceiptActions.tsx'
import { ReceiptReference } from './ReceiptReference.tsx'
import { receiptStates } from './words.ts'

type Line = Receipt['lines'][number]

const pieces = (qty: string, unit: string) => (
  <span className="whitespace-nowrap tabular-nums">{`${formatQuantity(qty)} ${unit}`}</span>
)

const columns: Column<Line>[] = [
  text('SKU', ({ sku }) => sku),
  text('Name', ({ name }) => name),
  { header: 'Quantity', align: 'end', cell: ({ qty, unit }) => pieces(qty, unit) },
  code('Location', ({ location }) => location),
  { header: 'Status', cell: ({ status }) => badge(statuses[status]) },
  {
    header: 'Lot, serials',
    cell: ({ lotId, lot, serials }) => (
      <span className="wrap-anywhere">
        {lotId === null || lot === null ? (
          serials.join(', ') || '-'
        ) : (
          <LotLink id={lotId} code={lot} />
        )}
      </span>
    ),
  },
]
const cost = number<Line>('Unit cost', ({ unitCost }) => unitCost && <Money amount={unitCost} />)
const isReversed = ({ reversedQty }: Line) => formatQuantity(reversedQty) !== '0'
const reversed: Column<Line> = {
  header: 'Reversed',
  align: 'end',
  cell: (line) => (isReversed(line) ? pieces(line.reversedQty, line.unit) : '-'),
}

/** Costs are shown to whom the server tells them, and what was reversed once anything was. */
const columnsOf = (lines: readonly Line[]): Column<Line>[] => [
  ...columns,
  ...(lines.some(isReversed) ? [reversed] : []),
  ...(lines.some(({ unitCost }) => unitCost !== undefined) ? [cost] : []),
]

type Props = { slug: string; receipt: Receipt }

function Lines({ slug, receipt }: Props) {
  const { lines, state } = receipt
  const columnsNow = useMemo(() => columnsOf(lines), [lines])
  return (
    <LineTable
      columns={columnsNow}
      rows={lines}
      rowId={({ lineNo }) => String(lineNo)}
      {...(state === 'open' && {
        details: (line: Line) => <EditLine slug={slug} receipt={receipt} line={line} />,
        detailsWords: ['Edit', 'Close'] as const,
      })}
      none="No lines yet"
    />
  )
}

/** One receipt: what it says, and what can be done with it now. */
const ReceiptPage: FunctionComponent = documentPage({
  page: '/$platform/app/receiving/$receiptId',
  route: receiving.receipt,
  name: 'receipt',
  facts: (receipt, { slug, paths, zoned }) => ({
    State: badge(receiptStates[receipt.state]),
    Warehouse: receipt.warehouseCode,
    Reference: <ReceiptReference slug={slug} receipt={receipt} />,
    Started: zoned(receipt.createdAt),
    By: creatorOf(receipt),
    Received: receipt.receivedAt === null ? 'Not yet' : zoned(receipt.receivedAt),
    Movement: movementLink(receipt, paths),
  }),
  body: (receipt, { slug }) => (
    <>
      <ReceiptActions slug={slug} receipt={receipt} />
      <Lines slug={slug} receipt={receipt} />
    </>
  ),
})

export default ReceiptPage
