import { adjustments, type Adjustment } from '@stowage/contract/warehouse/adjustments'
import { settings } from '@stowage/contract/warehouse/settings'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { load } from '../../app/api.ts'
import { formatChange, formatCount, formatQuantity } from '../../app/format.ts'
import { DataTable, type Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Link } from '../../parts/Link.tsx'
import { Page } from '../../parts/Page.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { Effect } from '../stock/Effect.tsx'
import { Fact, Facts } from '../../parts/Facts.tsx'
import { makerOf } from '../../platforms/members/maker.ts'
import { useTimes } from '../../workspace/times.ts'
import { adjustmentStates } from './words.ts'
import { statuses } from '../products/stock-words.ts'
import { AdjustmentActions } from './AdjustmentActions.tsx'
import { useReasonNames } from '../settings/reason-names.ts'

const route = getRouteApi('/$platform/app/stock/adjustments/$adjustmentId')

type Line = Adjustment['lines'][number]

/** Returns the change a line requests, before it is posted. */
function asked({ mode, qty, expected, unit }: Line): string {
  if (mode === 'delta') return `${formatChange(qty)} ${unit}`
  const seen = expected === null ? '' : `, ${formatQuantity(expected)} seen`
  return `New total ${formatQuantity(qty)} ${unit}${seen}`
}

const columns: Column<Line>[] = [
  { header: 'SKU', cell: ({ sku }) => <span className="wrap-anywhere">{sku}</span> },
  { header: 'Name', cell: ({ name }) => <span className="wrap-anywhere">{name || '-'}</span> },
  { header: 'Location', cell: ({ location }) => <span className="font-mono">{location}</span> },
  {
    header: 'Status',
    cell: ({ status }) => (
      <StateBadge state={statuses[status].look}>{statuses[status].word}</StateBadge>
    ),
  },
  { header: 'Lot, serial', cell: ({ lot, serial }) => lot ?? serial ?? '-' },
  { header: 'Requested', cell: (line) => <span className="tabular-nums">{asked(line)}</span> },
  {
    header: 'Effect',
    align: 'end',
    cell: ({ before, after, unit }) =>
      before === null || after === null ? (
        'Not posted'
      ) : (
        <Effect before={before} after={after} unit={unit} />
      ),
  },
]

/** One adjustment: what it corrects and why, and what can be done with it now. */
export default function AdjustmentPage() {
  const { platform: slug, adjustmentId } = route.useParams()
  const name = useWorkspaceName(slug)
  const { data, error, refetch } = useQuery(
    load(adjustments.details, { params: { slug, adjustmentId } }),
  )
  const adjustment = data?.adjustment
  return (
    <Page title={adjustment?.number ?? 'Adjustment'} site={name}>
      {error && (
        <ErrorBox
          error={error}
          fallback="Couldn’t load the adjustment"
          onRetry={() => void refetch()}
        />
      )}
      {!adjustment && !error && <Spinner />}
      {adjustment && <Details slug={slug} adjustment={adjustment} />}
    </Page>
  )
}

function Details({ slug, adjustment }: { slug: string; adjustment: Adjustment }) {
  const paths = usePaths()
  const { show, zone } = useTimes()
  const reasons = useReasonNames({ slug })
  const rules = useQuery({
    ...load(settings.warehouse, { params: { slug } }),
    enabled: adjustment.value != null,
    staleTime: 60_000,
  })
  const currency = rules.data?.settings.currency
  const approver = makerOf(adjustment.approvedBy, adjustment.approvedByName)
  const { word, look } = adjustmentStates[adjustment.state]
  const { lines, effectiveAt, moveId } = adjustment
  return (
    <>
      <Facts>
        <Fact label="State">
          <StateBadge state={look}>{word}</StateBadge>
        </Fact>
        <Fact label="Warehouse">{adjustment.warehouseCode}</Fact>
        <Fact label="Reason">{reasons.get(adjustment.reasonCode) ?? adjustment.reasonCode}</Fact>
        <Fact label="Note">{adjustment.note || '-'}</Fact>
        <Fact label="Created">{`${show(adjustment.createdAt)} ${zone}`}</Fact>
        <Fact label="By">
          {makerOf(adjustment.createdBy, adjustment.createdByName) ?? 'Stowage'}
        </Fact>
        {approver !== undefined && <Fact label="Approved by">{approver}</Fact>}
        {adjustment.value != null && (
          <Fact label="Value">{[adjustment.value, currency].filter(Boolean).join(' ')}</Fact>
        )}
        <Fact label="Happened at">
          {effectiveAt === null ? `Not set` : `${show(effectiveAt)} ${zone}`}
        </Fact>
        <Fact label="Movement">
          {moveId === null ? (
            'None yet'
          ) : (
            <Link className="link" href={paths.ledger({ move: moveId })}>
              {`Show stock movement ${moveId}`}
            </Link>
          )}
        </Fact>
      </Facts>
      <AdjustmentActions slug={slug} adjustment={adjustment} />
      <DataTable
        caption={lines.length === 1 ? '1 line' : `${formatCount(lines.length)} lines`}
        columns={columns}
        rows={lines}
        rowId={({ lineNo }) => String(lineNo)}
        empty={<EmptyState title="No lines" />}
      />
    </>
  )
}
