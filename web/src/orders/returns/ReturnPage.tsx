import { returns, type CustomerReturn, type ReturnLine } from '@stowage/contract/orders/returns'
import type { labels } from '@stowage/contract/workspace/labels'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { load } from '../../app/api.ts'
import { lazyPart } from '../../app/lazy-part.ts'
import { formatCalendarDay, formatCount, formatQuantity } from '../../app/format.ts'
import { DataTable, type Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Fact, Facts } from '../../parts/Facts.tsx'
import { Link } from '../../parts/Link.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Page } from '../../parts/Page.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { makerOf } from '../../platforms/members/maker.ts'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { useCan } from '../../workspace/rights.ts'
import { Steps } from '../../workspace/steps/Steps.tsx'
import { useTimes } from '../../workspace/times.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { DecideForm } from './DecideForm.tsx'
import { ReceiveForm } from './ReceiveForm.tsx'
import { returnSteps } from './steps.ts'
import { conditionWords, dispositionWords, returnStates } from './words.ts'

// Below everything else, and of many returns empty.
const ReturnPhotos = lazyPart(() => import('./ReturnPhotos.tsx'), 'ReturnPhotos')

const route = getRouteApi('/$platform/app/returns/$returnId')

/** One return: what is expected, what arrived, and what becomes of it. */
export default function ReturnPage() {
  const { platform: slug, returnId } = route.useParams()
  const { data, error, refetch } = useQuery(load(returns.details, { params: { slug, returnId } }))
  const shown = data?.return
  const word = shown && returnStates[shown.state]
  return (
    <Page
      title={shown?.number ?? 'Return'}
      site={useWorkspaceName(slug)}
      tabs={word && <StateBadge state={word.look}>{word.word}</StateBadge>}
      actions={shown && <ReturnSteps shown={shown} />}
    >
      {error && (
        <ErrorBox
          error={error}
          fallback="Couldn’t load the return"
          onRetry={() => void refetch()}
        />
      )}
      {!shown && !error && <Spinner />}
      {shown && <Details slug={slug} shown={shown} />}
    </Page>
  )
}

function ReturnSteps({ shown }: { shown: CustomerReturn }) {
  const { whyTo } = useCan()
  const paths = usePaths()
  const isOpen = shown.state === 'requested' || shown.state === 'authorized'
  return (
    <Steps steps={returnSteps} of={shown}>
      {isOpen && (
        <LinkButton
          href={paths.labels({ template: 'return', ids: [shown.id] })}
          why={whyTo<typeof labels.print>('print.use')}
        >
          Print label
        </LinkButton>
      )}
    </Steps>
  )
}

const isUndecided = ({ lines }: CustomerReturn) =>
  lines.some(({ items }) => items.some(({ undecided }) => undecided !== '0'))

function Details({ slug, shown }: { slug: string; shown: CustomerReturn }) {
  const { state, version, lines, endReason } = shown
  const isDeciding = (state === 'received' || state === 'inspected') && isUndecided(shown)
  return (
    <>
      {endReason !== null && (
        <Notice kind="info">{`${returnStates[state].word}: ${endReason}`}</Notice>
      )}
      <ReturnFacts shown={shown} />
      {state === 'authorized' && <ReceiveForm key={version} slug={slug} shown={shown} />}
      {isDeciding && <DecideForm key={version} slug={slug} shown={shown} />}
      <DataTable
        caption={lines.length === 1 ? '1 line' : `${formatCount(lines.length)} lines`}
        columns={columns}
        rows={lines}
        rowId={({ id }) => id}
        empty={<EmptyState title="No lines" />}
      />
      <Suspense>
        <ReturnPhotos
          slug={slug}
          shown={shown}
          isElsewhere={({ undecided }) => isDeciding && undecided !== '0'}
        />
      </Suspense>
    </>
  )
}

function ReturnFacts({ shown }: { shown: CustomerReturn }) {
  const paths = usePaths()
  const { show, zone } = useTimes()
  const { orderId, order, customer, warehouseCode, expectedBy, receivedAt, note } = shown
  return (
    <Facts>
      <Fact label="Order">
        {orderId === null ? (
          'Without an order'
        ) : (
          <Link className="link" href={paths.order(orderId)}>
            {order}
          </Link>
        )}
      </Fact>
      <Fact label="Customer">{customer ?? '-'}</Fact>
      <Fact label="Warehouse">{warehouseCode ?? '-'}</Fact>
      {receivedAt === null ? (
        <Fact label="Expected by">{expectedBy === null ? '-' : formatCalendarDay(expectedBy)}</Fact>
      ) : (
        <Fact label="Received">
          <Link className="link" href={paths.ledger({ move: shown.moveId ?? '' })}>
            {`${show(receivedAt)} ${zone}`}
          </Link>
        </Fact>
      )}
      <Fact label="Refund">
        {shown.refundState === 'requested' ? 'Requested' : 'Not requested'}
      </Fact>
      <Fact label="Created">{`${show(shown.createdAt)} ${zone}`}</Fact>
      <Fact label="By">{makerOf(shown.createdBy, shown.createdByName) ?? 'Stowage'}</Fact>
      {note && <Fact label="Note">{note}</Fact>}
    </Facts>
  )
}

/** Returns the received items of a line and their outcome, as text. */
const outcomeOf = ({ items, unit }: ReturnLine) =>
  items.map(({ itemNo, lot, serial, condition, undecided, dispositions }) => ({
    key: itemNo,
    what: [
      conditionWords[condition],
      lot !== null && `lot ${lot}`,
      serial !== null && `serial ${serial}`,
    ]
      .filter(Boolean)
      .join(', '),
    outcome: [
      ...dispositions.map(({ disposition, qty, location }) =>
        [`${formatQuantity(qty)} ${unit}: ${dispositionWords[disposition]}`, location]
          .filter(Boolean)
          .join(', '),
      ),
      ...(undecided === '0' ? [] : [`${formatQuantity(undecided)} ${unit} to decide`]),
    ],
  }))

const quantity = (qty: string, unit: string) => (
  <span className="font-semibold whitespace-nowrap tabular-nums">
    {formatQuantity(qty)}
    <span className="font-normal text-muted">{` ${unit}`}</span>
  </span>
)

const columns: Column<ReturnLine>[] = [
  { header: 'SKU', cell: ({ sku }) => <span className="wrap-anywhere">{sku}</span> },
  {
    header: 'Name',
    card: 'value',
    grow: 'sm:min-w-32',
    cell: ({ name }) => <span className="wrap-anywhere">{name || '-'}</span>,
  },
  { header: 'Reason', card: 'value', cell: ({ reason }) => reason },
  {
    header: 'Expected',
    card: 'value',
    align: 'end',
    cell: ({ qty, unit }) => quantity(qty, unit),
  },
  {
    header: 'Received',
    card: 'number',
    align: 'end',
    cell: ({ received, unit }) => quantity(received, unit),
  },
  {
    header: 'Outcome',
    grow: 'sm:min-w-48',
    cell: (line) =>
      line.items.length === 0 ? (
        '-'
      ) : (
        <ul role="list" className="grid min-w-0 gap-1 whitespace-normal">
          {outcomeOf(line).map(({ key, what, outcome }) => (
            <li key={key} className="wrap-anywhere">
              {outcome.join('; ')}
              <span className="text-muted">{` (${what})`}</span>
            </li>
          ))}
        </ul>
      ),
  },
]
