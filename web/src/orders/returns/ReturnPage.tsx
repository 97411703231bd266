import { returns, type CustomerReturn, type ReturnLine } from '@stowage/contract/orders/returns'
import type { labels } from '@stowage/contract/workspace/print'
import { Suspense, type FunctionComponent } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { formatCalendarDay, formatQuantity } from '../../app/format.ts'
import { badge, linkTo, mainQuantity, text, word } from '../../parts/columns.tsx'
import type { Column } from '../../parts/DataTable.tsx'
import { LineTable } from '../../parts/LineTable.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { creatorOf } from '../../platforms/members/maker.ts'
import { Notice } from '../../ui/Notice.tsx'
import { documentPage } from '../../workspace/document-page.tsx'
import { Steps } from '../../workspace/steps/Steps.tsx'
import { DecideForm } from './DecideForm.tsx'
import { ReceiveForm } from './ReceiveForm.tsx'
import { returnSteps } from './steps.ts'
import { conditionWords, dispositionWords, returnStates } from './words.ts'

// Below everything else, and of many returns empty.
const ReturnPhotos = lazyPart(() => import('./ReturnPhotos.tsx'), 'ReturnPhotos')

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

const columns: Column<ReturnLine>[] = [
  text('SKU', ({ sku }) => sku),
  text('Name', ({ name }) => name, { card: 'value', grow: 'sm:min-w-32' }),
  word('Reason', ({ reason }) => reason, { card: 'value' }),
  mainQuantity('Expected', ({ qty, unit }) => [qty, unit], { card: 'value' }),
  mainQuantity('Received', ({ received, unit }) => [received, unit]),
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

const isUndecided = ({ lines }: CustomerReturn) =>
  lines.some(({ items }) => items.some(({ undecided }) => undecided !== '0'))

function Body({ slug, shown }: { slug: string; shown: CustomerReturn }) {
  const { state, version, lines } = shown
  const isDeciding = (state === 'received' || state === 'inspected') && isUndecided(shown)
  return (
    <>
      {state === 'authorized' && <ReceiveForm key={version} slug={slug} shown={shown} />}
      {isDeciding && <DecideForm key={version} slug={slug} shown={shown} />}
      <LineTable columns={columns} rows={lines} rowId={({ id }) => id} />
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

/** One return: what is expected, what arrived, and what becomes of it. */
const ReturnPage: FunctionComponent = documentPage({
  page: '/$platform/app/returns/$returnId',
  route: returns.details,
  name: 'return',
  tabs: ({ state }) => badge(returnStates[state]),
  actions: (shown, { paths, whyTo }) => (
    <Steps steps={returnSteps} of={shown}>
      {(shown.state === 'requested' || shown.state === 'authorized') && (
        <LinkButton
          href={paths.labels({ template: 'return', ids: [shown.id] })}
          why={whyTo<typeof labels.print>('print.use')}
        >
          Print label
        </LinkButton>
      )}
    </Steps>
  ),
  notice: ({ state, endReason }) =>
    endReason !== null && (
      <Notice kind="info">{`${returnStates[state].word}: ${endReason}`}</Notice>
    ),
  facts: (shown, { paths, zoned }) => {
    const { orderId, order, expectedBy, receivedAt, moveId } = shown
    return {
      Order: orderId === null ? 'Without an order' : linkTo(paths.order(orderId), order),
      Customer: shown.customer ?? '-',
      Warehouse: shown.warehouseCode ?? '-',
      ...(receivedAt === null
        ? { 'Expected by': expectedBy === null ? '-' : formatCalendarDay(expectedBy) }
        : { Received: linkTo(paths.ledger({ move: moveId ?? '' }), zoned(receivedAt)) }),
      Refund: shown.refundState === 'requested' ? 'Requested' : 'Not requested',
      Created: zoned(shown.createdAt),
      By: creatorOf(shown),
      Note: shown.note || null,
    }
  },
  body: (shown, { slug }) => <Body slug={slug} shown={shown} />,
})

export default ReturnPage
