import { receiving, type Receipt } from '@stowage/contract/warehouse/receiving'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { load } from '../../app/api.ts'
import { formatCount, formatQuantity } from '../../app/format.ts'
import { DataTable, type Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Link } from '../../parts/Link.tsx'
import { Page } from '../../parts/Page.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { useCan } from '../../workspace/rights.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { Fact, Facts } from '../../parts/Facts.tsx'
import { makerOf } from '../../platforms/members/maker.ts'
import { LotLink } from '../lots/LotLink.tsx'
import { useTimes } from '../../workspace/times.ts'
import { receiptStates } from './words.ts'
import { statuses } from '../products/stock-words.ts'
import { EditLine } from './EditLine.tsx'
import { ReceiptActions } from './ReceiptActions.tsx'
import { ReceiptReference } from './ReceiptReference.tsx'

const route = getRouteApi('/$platform/app/receiving/$receiptId')

type Line = Receipt['lines'][number]

const columns: Column<Line>[] = [
  { header: 'SKU', cell: ({ sku }) => <span className="wrap-anywhere">{sku}</span> },
  { header: 'Name', cell: ({ name }) => <span className="wrap-anywhere">{name || '-'}</span> },
  {
    header: 'Quantity',
    align: 'end',
    cell: ({ qty, unit }) => (
      <span className="whitespace-nowrap tabular-nums">{`${formatQuantity(qty)} ${unit}`}</span>
    ),
  },
  { header: 'Location', cell: ({ location }) => <span className="font-mono">{location}</span> },
  {
    header: 'Status',
    cell: ({ status }) => (
      <StateBadge state={statuses[status].look}>{statuses[status].word}</StateBadge>
    ),
  },
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
const cost: Column<Line> = {
  header: 'Unit cost',
  align: 'end',
  cell: ({ unitCost }) => <span className="tabular-nums">{unitCost ?? '-'}</span>,
}
const reversed: Column<Line> = {
  header: 'Reversed',
  align: 'end',
  cell: ({ reversedQty, unit }) => (
    <span className="whitespace-nowrap tabular-nums">
      {formatQuantity(reversedQty) === '0' ? '-' : `${formatQuantity(reversedQty)} ${unit}`}
    </span>
  ),
}

/** Costs are shown to whom the server tells them, and what was reversed once anything was. */
const columnsOf = (lines: readonly Line[]): Column<Line>[] => [
  ...columns,
  ...(lines.some(({ reversedQty }) => formatQuantity(reversedQty) !== '0') ? [reversed] : []),
  ...(lines.some(({ unitCost }) => unitCost !== undefined) ? [cost] : []),
]

/** One receipt: what it says, and what can be done with it now. */
export default function ReceiptPage() {
  const { platform: slug, receiptId } = route.useParams()
  const name = useWorkspaceName(slug)
  const { data, error, refetch } = useQuery(
    load(receiving.receipt, { params: { slug, receiptId } }),
  )
  const receipt = data?.receipt
  return (
    <Page title={receipt?.number ?? 'Receipt'} site={name}>
      {error && (
        <ErrorBox
          error={error}
          fallback="Couldn’t load the receipt"
          onRetry={() => void refetch()}
        />
      )}
      {!receipt && !error && <Spinner />}
      {receipt && <Details slug={slug} receipt={receipt} />}
    </Page>
  )
}

function Details({ slug, receipt }: { slug: string; receipt: Receipt }) {
  const paths = usePaths()
  const { show, zone } = useTimes()
  const { can } = useCan()
  const { word, look } = receiptStates[receipt.state]
  const columnsNow = useMemo(() => columnsOf(receipt.lines), [receipt.lines])
  const isEditable = receipt.state === 'open' && can(receiving.updateLine)
  return (
    <>
      <Facts>
        <Fact label="State">
          <StateBadge state={look}>{word}</StateBadge>
        </Fact>
        <Fact label="Warehouse">{receipt.warehouseCode}</Fact>
        <Fact label="Reference">
          <ReceiptReference slug={slug} receipt={receipt} />
        </Fact>
        <Fact label="Started">{`${show(receipt.createdAt)} ${zone}`}</Fact>
        <Fact label="By">{makerOf(receipt.createdBy, receipt.createdByName) ?? 'Stowage'}</Fact>
        <Fact label="Received">
          {receipt.receivedAt === null ? 'Not yet' : `${show(receipt.receivedAt)} ${zone}`}
        </Fact>
        <Fact label="Movement">
          {receipt.moveId === null ? (
            'None yet'
          ) : (
            <Link className="link" href={paths.ledger({ move: receipt.moveId })}>
              {`Show stock movement ${receipt.moveId}`}
            </Link>
          )}
        </Fact>
      </Facts>
      <ReceiptActions slug={slug} receipt={receipt} />
      <DataTable
        caption={
          receipt.lines.length === 1 ? '1 line' : `${formatCount(receipt.lines.length)} lines`
        }
        columns={columnsNow}
        rows={receipt.lines}
        rowId={({ lineNo }) => String(lineNo)}
        {...(isEditable && {
          details: (line: Line) => <EditLine slug={slug} receipt={receipt} line={line} />,
          detailsWords: ['Edit', 'Close'] as const,
        })}
        empty={<EmptyState title="No lines yet" />}
      />
    </>
  )
}
