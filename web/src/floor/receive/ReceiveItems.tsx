import { receiving, type Receipt } from '@stowage/contract/warehouse/receiving'
import { lazy, Suspense, useState } from 'react'
import { formatQuantity } from '../../app/format.ts'
import { go } from '../../app/navigation.ts'
import { readQuantity } from '../../app/quantity.ts'
import { ApiError } from '../../app/transport.ts'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { awaitedOf, piecesIn, type ReceiptLine } from '../../warehouse/receiving/receipt-lines.ts'
import { useReceipt } from '../../warehouse/receiving/use-receipt.ts'
import { statuses } from '../../warehouse/products/stock-words.ts'
import { Explanation } from '../../workspace/refusals/Explanation.tsx'
import { useCan } from '../../workspace/rights.ts'
import { nameOf } from '../../workspace/scan/opening.ts'
import { signal, signalAnswer } from '../../workspace/scan/signals.ts'
import { useScan } from '../../workspace/scan/use-scan.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { Answer } from '../frame/Answer.tsx'
import { CodeDialog } from '../frame/CodeDialog.tsx'
import { Command } from '../frame/Command.tsx'
import { FloorButton } from '../frame/FloorButton.tsx'
import { FloorFrame } from '../frame/FloorFrame.tsx'
import { MoreDialog } from '../frame/MoreDialog.tsx'
import { PendingScans } from '../outbox/PendingScans.tsx'
import { Quantity } from '../frame/Quantity.tsx'
import { receiptRows } from './ReceiptDone.tsx'
import { Rows } from '../frame/Rows.tsx'
import type { useOutbox } from '../outbox/use-outbox.ts'
import { WorkHead } from '../frame/WorkHead.tsx'

const ReceivedDialog = lazy(() => import('./ReceivedDialog.tsx'))
const ReferenceDialog = lazy(() => import('./ReferenceDialog.tsx'))

type Props = {
  slug: string
  warehouseId: string
  receipt: Receipt | undefined
  back: { href: string; name: string }
  outbox: ReturnType<typeof useOutbox>
}

const lost = 'No answer yet. Try again, it counts once.'
const amountOf = ({ qty, unit }: ReceiptLine) =>
  `${formatQuantity(readQuantity(qty) ?? '0')} ${unit.code}`

/** A delivery: each scan counts one more, then all of it is received. */
export function ReceiveItems({ slug, warehouseId, receipt, back, outbox }: Props) {
  const paths = usePaths()
  const { why } = useCan()
  const [layer, setLayer] = useState<'code' | 'more' | 'reference' | { key: string }>()
  const close = () => setLayer(undefined)
  const whyNot =
    why(receiving.create) ?? (outbox.isOnline ? undefined : 'Receiving needs a connection.')
  const work = useReceipt({ slug, warehouseId, receipt, isGuided: true })
  const { lines, place, undo, awaiting, say } = work
  const latest = work.latest ?? lines[0]
  const { reference } = work.work
  const edited = typeof layer === 'object' ? lines.find(({ key }) => key === layer.key) : undefined
  const before = receipt ? receiptRows(receipt) : []
  const asked = awaiting && awaitedOf(awaiting)
  const name = receipt?.number ?? 'New receipt'
  const whyNotSend =
    whyNot ??
    (lines.length + before.length === 0
      ? 'Scan an item first.'
      : awaiting && `Enter the ${asked} of ${awaiting.sku} first.`)
  const send = async (isComplete: boolean) => {
    if (
      work.isPosting ||
      (whyNotSend ?? (isComplete ? why(receiving.create, 'receipt.complete') : undefined))
    )
      return signal('bad')
    try {
      const { id } = await work.post(isComplete)
      signal('ok')
      go(paths.floorReceive({ receipt: id }), { replace: true })
    } catch (error) {
      // It is shown above the lines.
      if (!(error instanceof ApiError)) throw error
      signal('bad')
    }
  }
  useScan(
    async (scanned) => {
      const { kind, label } = scanned.found
      if (whyNot !== undefined) return say({ tone: 'bad', text: whyNot })
      if (edited) return say({ tone: 'bad', text: 'Close the line first.' })
      if (kind === 'command') {
        if (label === 'UNDO' && undo) return undo()
        if (label !== 'CONFIRM') return undefined
        void send(true)
        return { tone: 'ok', text: 'Confirmed' }
      }
      const answer = await work.scan(scanned)
      return answer || kind === 'unknown'
        ? answer
        : say({ tone: 'bad', text: `Scan an item. This is ${nameOf(scanned.found)}.` })
    },
    {
      screen: 'receive',
      everyScanCounts: true,
      showsAnswers: true,
      takesUnknown: awaiting !== undefined,
    },
  )
  return (
    <FloorFrame
      title={`Receive ${name}`}
      head={<WorkHead back={back} name={name} outbox={outbox} />}
      thumb={
        <>
          <Answer notice={work.feedback} />
          {awaiting ? (
            <FloorButton tall look="primary" onClick={() => setLayer({ key: awaiting.key })}>
              {`Type the ${asked}`}
            </FloorButton>
          ) : (
            <FloorButton
              tall
              look="primary"
              why={whyNotSend ?? why(receiving.create, 'receipt.complete')}
              busy={work.isPosting && 'Completing…'}
              onClick={() => void send(true)}
            >
              Complete receipt
            </FloorButton>
          )}
          <div className="grid grid-cols-3 gap-2">
            <FloorButton why={whyNot} onClick={() => setLayer('code')}>
              Type code
            </FloorButton>
            <FloorButton
              why={undo ? undefined : 'Nothing is scanned yet.'}
              onClick={() => undo && void signalAnswer(undo())}
            >
              Undo
            </FloorButton>
            <FloorButton onClick={() => setLayer('more')}>More</FloorButton>
          </div>
        </>
      }
    >
      <PendingScans outbox={outbox} />
      {awaiting ? (
        <Command verb={`Scan the ${asked} of`} isLong>
          {awaiting.name || awaiting.sku}
        </Command>
      ) : (
        <Command verb="Scan" isLong>
          {lines.length === 0 ? 'the first item' : 'the next item'}
        </Command>
      )}
      <p className="text-lg text-muted">
        {place
          ? `From now on into ${place.code}`
          : 'Into the receiving location. Scan another for what comes next.'}
      </p>
      {work.error && (
        <ErrorBox error={work.error.status === 0 ? lost : work.error} fallback="Couldn’t receive">
          <Explanation error={work.error} />
        </ErrorBox>
      )}
      {latest && (
        <div className="grid">
          <p className="text-xl font-semibold wrap-anywhere">{latest.name || latest.sku}</p>
          <Quantity
            value={formatQuantity(readQuantity(latest.qty) ?? '0')}
            unit={latest.unit.code}
            onChange={() => setLayer({ key: latest.key })}
          />
        </div>
      )}
      {lines.length > 0 && (
        <Rows
          label={`Counted, ${piecesIn(lines)}`}
          rows={lines.map((line) => ({
            id: line.key,
            name: line.name || line.sku,
            detail: detailOf(line),
            value: amountOf(line),
            onPress: () => setLayer({ key: line.key }),
          }))}
          none=""
        />
      )}
      {before.length > 0 && <Rows label="On the receipt" rows={before} none="" />}
      {layer === 'code' && <CodeDialog label="SKU, barcode or location" onClose={close} />}
      {layer === 'more' && (
        <MoreDialog
          isOnline={outbox.isOnline}
          whyNotScan={whyNot}
          onTypeCode={() => setLayer('code')}
          onClose={close}
        >
          {!receipt && (
            <FloorButton onClick={() => setLayer('reference')}>
              {reference ? `Delivery note ${reference}` : 'Delivery note'}
            </FloorButton>
          )}
          <FloorButton
            why={whyNotSend ?? (lines.length === 0 ? 'Scan an item first.' : undefined)}
            onClick={() => {
              close()
              void send(false)
            }}
          >
            Save as open
          </FloorButton>
          <FloorButton
            look="danger"
            why={lines.length === 0 ? 'Scan an item first.' : undefined}
            onClick={() => {
              work.startOver()
              close()
            }}
          >
            Discard what was counted
          </FloorButton>
        </MoreDialog>
      )}
      <Suspense>
        {layer === 'reference' && (
          <ReferenceDialog
            reference={reference}
            onReference={(typed) => {
              work.setWork((now) => ({ ...now, reference: typed }))
              close()
            }}
            onClose={close}
          />
        )}
        {edited && (
          <ReceivedDialog
            line={edited}
            onLine={(line) => {
              work.setLine(line)
              close()
            }}
            onRemove={() => {
              work.remove(edited.key)
              close()
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </FloorFrame>
  )
}

const detailOf = (line: ReceiptLine) =>
  [
    line.sku,
    line.lot && `lot ${line.lot}`,
    line.serials && `serials ${line.serials.split('\n').join(', ')}`,
    `into ${line.place?.code ?? 'the receiving location'}`,
    line.status !== 'available' && statuses[line.status].word.toLowerCase(),
  ]
    .filter(Boolean)
    .join(', ')
