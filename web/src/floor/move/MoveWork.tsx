import { stock } from '@stowage/contract/warehouse/stock'
import { Suspense, useState } from 'react'
import { formatQuantity } from '../../app/format.ts'
import { lazyPart } from '../../app/lazy-part.ts'
import { withoutZeros } from '../../app/quantity.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { useCan } from '../../workspace/rights.ts'
import { signalAnswer } from '../../workspace/scan/signals.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { freeOf } from '../../warehouse/products/quantities.ts'
import { Answer } from '../frame/Answer.tsx'
import { CodeDialog } from '../frame/CodeDialog.tsx'
import { Command } from '../frame/Command.tsx'
import { FloorButton } from '../frame/FloorButton.tsx'
import { FloorFrame } from '../frame/FloorFrame.tsx'
import { bucketWords } from '../look-up/found-stock.ts'
import { MoreDialog } from '../frame/MoreDialog.tsx'
import { PendingScans } from '../outbox/PendingScans.tsx'
import { Quantity } from '../frame/Quantity.tsx'
import { QuantityDialog } from '../frame/QuantityDialog.tsx'
import type { Moving, MoveStep } from '../../warehouse/stock/move-scans.ts'
import { useMove } from '../../warehouse/stock/use-move.ts'
import type { useOutbox } from '../outbox/use-outbox.ts'
import { WorkHead } from '../frame/WorkHead.tsx'

const MoveChoice = lazyPart(() => import('./MoveChoice.tsx'), 'MoveChoice')

type Props = { slug: string; begin: Moving; outbox: ReturnType<typeof useOutbox> }

/** Kind of code typed in place of a scan, per step. */
const typed: Record<MoveStep, string> = {
  from: 'location code',
  item: 'item code',
  lot: 'lot or serial number',
  to: 'location code',
  confirm: 'location code',
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** One move after the other: scan the location, the item and the new location, then confirm. */
export function MoveWork({ slug, begin, outbox }: Props) {
  const paths = usePaths()
  const { why } = useCan()
  const [layer, setLayer] = useState<'code' | 'more' | 'quantity'>()
  const close = () => setLayer(undefined)
  const whyNot =
    why(stock.move) ?? (outbox.isOnline ? undefined : 'Moving stock needs a connection.')
  const work = useMove({ slug, begin, whyNot, whyNotReverse: why(stock.reverse) })
  const { now, step, undo } = work
  const { bucket, qty = '' } = now
  return (
    <FloorFrame
      title="Move"
      head={<WorkHead back={{ href: paths.floor, name: 'Tasks' }} name="Move" outbox={outbox} />}
      thumb={
        <>
          <Answer notice={work.feedback} />
          {step === 'confirm' ? (
            <FloorButton
              tall
              look="primary"
              why={whyNot}
              busy={work.isPosting && 'Moving…'}
              onClick={() => void signalAnswer(work.post())}
            >
              {`Move ${formatQuantity(qty)}`}
            </FloorButton>
          ) : (
            <FloorButton tall look="primary" why={whyNot} onClick={() => setLayer('code')}>
              {`Type the ${typed[step]}`}
            </FloorButton>
          )}
          <div className="grid grid-cols-2 gap-2">
            <FloorButton
              why={undo ? undefined : 'Nothing is scanned yet.'}
              busy={work.isUndoing && 'Undoing…'}
              onClick={() => undo && void signalAnswer(undo())}
            >
              {work.isUndoOfMove ? 'Undo move' : 'Undo'}
            </FloorButton>
            <FloorButton onClick={() => setLayer('more')}>More</FloorButton>
          </div>
        </>
      }
    >
      <PendingScans outbox={outbox} />
      <Instruction now={now} step={step} />
      {bucket ? (
        <>
          <p className="grid text-xl">
            <span className="font-semibold wrap-anywhere">{bucket.name || bucket.sku}</span>
            <span className="font-mono text-base text-muted wrap-anywhere">{bucket.sku}</span>
            <span className="text-lg wrap-anywhere">
              {[`From ${bucket.location}`, ...bucketWords(bucket)].join(', ')}
            </span>
          </p>
          <Quantity
            value={formatQuantity(qty)}
            unit={`of ${formatQuantity(freeOf(bucket))} ${bucket.unit}`}
            onChange={() => setLayer('quantity')}
          />
        </>
      ) : (
        <Suspense fallback={<Spinner />}>
          <MoveChoice
            slug={slug}
            now={now}
            onBucket={(one) => void signalAnswer(work.choose(one))}
          />
        </Suspense>
      )}
      {layer === 'code' && <CodeDialog label={sentence(typed[step])} onClose={close} />}
      {layer === 'quantity' && bucket && (
        <QuantityDialog
          title={`Move ${bucket.sku}`}
          most={withoutZeros(freeOf(bucket))}
          unit={bucket.unit}
          onQuantity={(next) => {
            work.setQty(next)
            close()
          }}
          onClose={close}
        />
      )}
      {layer === 'more' && (
        <MoreDialog
          isOnline={outbox.isOnline}
          whyNotScan={whyNot}
          onTypeCode={() => setLayer('code')}
          onClose={close}
        />
      )}
    </FloorFrame>
  )
}

function Instruction({ now: { from, item, to }, step }: { now: Moving; step: MoveStep }) {
  if (step === 'from')
    return (
      <Command verb={item ? `Scan where ${item.sku} is` : 'Scan'} isLong>
        the location to take from
      </Command>
    )
  if (step === 'item') return <Command verb="Scan the item in">{from?.code}</Command>
  if (step === 'lot')
    return (
      <Command verb={`Several of ${item?.sku ?? ''} in ${from?.code ?? ''}`} isLong>
        Scan the lot or serial number
      </Command>
    )
  if (step === 'to')
    return (
      <Command verb="Scan" isLong>
        the new location
      </Command>
    )
  return <Command verb="Move to">{to?.code}</Command>
}
