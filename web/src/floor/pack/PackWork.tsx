import type { Fulfillment } from '@stowage/contract/orders/fulfillments'
import { packing, type PackableItem } from '@stowage/contract/orders/packing'
import { lazy, Suspense, useState } from 'react'
import { useAction } from '../../app/api.ts'
import { formatQuantity } from '../../app/format.ts'
import { sumOf } from '../../warehouse/products/quantities.ts'
import { useCan } from '../../workspace/rights.ts'
import { signalAnswer } from '../../workspace/scan/signals.ts'
import { leftOf, packed, sumLeft } from '../../orders/packing/pack-items.ts'
import { isPackable } from '../../orders/packing/pack-scans.ts'
import { sentText } from '../../orders/packing/use-send-back.ts'
import { Answer } from '../frame/Answer.tsx'
import { CodeDialog } from '../frame/CodeDialog.tsx'
import { Command } from '../frame/Command.tsx'
import { FloorButton } from '../frame/FloorButton.tsx'
import { FloorFrame } from '../frame/FloorFrame.tsx'
import { MoreDialog } from '../frame/MoreDialog.tsx'
import { PackedOrder } from './PackedOrder.tsx'
import { PendingScans } from '../outbox/PendingScans.tsx'
import { Quantity } from '../frame/Quantity.tsx'
import { QuantityDialog } from '../frame/QuantityDialog.tsx'
import type { PendingPack } from '../outbox/store.ts'
import type { useOutbox } from '../outbox/use-outbox.ts'
import { usePackScans } from './use-pack-scans.ts'
import { WorkHead } from '../frame/WorkHead.tsx'

const ClosePackageDialog = lazy(() => import('./ClosePackageDialog.tsx'))
const SendBackDialog = lazy(() => import('./SendBackDialog.tsx'))

type Props = {
  slug: string
  fulfillment: Fulfillment
  items: readonly PackableItem[]
  back: { href: string; name: string }
  outbox: ReturnType<typeof useOutbox>
}

/** One order: scan each item into a package, then close it. */
export function PackWork({ slug, fulfillment, items: read, back, outbox }: Props) {
  const { why } = useCan()
  const [layer, setLayer] = useState<'code' | 'quantity' | 'close' | 'more' | 'back'>()
  const [times, setTimes] = useState<string>()
  const close = () => setLayer(undefined)
  const { number, packages } = fulfillment
  const isOwn = (one: (typeof outbox.waiting)[number]): one is PendingPack =>
    one.kind !== 'pick' && one.fulfillmentId === fulfillment.id
  const waiting = outbox.waiting.filter(isOwn)
  const items = packed(read, waiting)
  const left = items.filter((item) => leftOf(item) !== '0')
  const [next] = left
  const isOpen = isPackable(fulfillment)
  const mayNot = why(packing.scan)
  const isWaiting = outbox.waiting.length > 0
  const whyNotClose = (isEmpty: boolean) =>
    mayNot ??
    (isEmpty
      ? 'Pack something first.'
      : outbox.isOnline && !isWaiting
        ? undefined
        : 'Closing needs a connection, and all scans sent.')
  const scans = usePackScans({
    slug,
    fulfillment,
    items,
    outbox,
    whyNot: mayNot ?? (isOpen ? undefined : `${number} can’t be packed now.`),
    times,
    onPacked: () => setTimes(undefined),
    onClose: () => setLayer('close'),
  })
  const discard = useAction(packing.discard)
  const { into } = scans
  const inside = packages.find(({ id }) => id === into?.id)
  const isEmpty = !inside?.lines.length && waiting.length === 0
  const whyNot = into ? whyNotClose(isEmpty) : 'Scan the first item to open a package.'
  const head = (
    <WorkHead
      back={back}
      name={number}
      progress={{
        done: formatQuantity(sumOf(...items.map((item) => item.packed))),
        of: formatQuantity(sumOf(...items.map((item) => item.picked))),
      }}
      outbox={outbox}
    />
  )
  if (!isOpen)
    return (
      <PackedOrder
        slug={slug}
        fulfillment={fulfillment}
        head={head}
        back={back}
        notice={scans.feedback}
        isOnline={outbox.isOnline}
      />
    )
  return (
    <FloorFrame
      title={`Pack ${number}`}
      head={head}
      thumb={
        <>
          <Answer notice={scans.feedback} />
          {next ? (
            <FloorButton tall look="primary" why={mayNot} onClick={() => setLayer('code')}>
              Type the item code
            </FloorButton>
          ) : (
            <FloorButton tall look="primary" why={whyNot} onClick={() => setLayer('close')}>
              {`Close ${into?.number ?? 'package'}`}
            </FloorButton>
          )}
          <div className="grid grid-cols-3 gap-2">
            <FloorButton why={whyNot} onClick={() => setLayer('close')}>
              Close
            </FloorButton>
            <FloorButton
              why={scans.undo ? undefined : 'Nothing is scanned yet.'}
              onClick={() => scans.undo && void signalAnswer(scans.undo())}
            >
              Undo
            </FloorButton>
            <FloorButton onClick={() => setLayer('more')}>More</FloorButton>
          </div>
        </>
      }
    >
      <PendingScans outbox={{ ...outbox, waiting: [] }} />
      {next ? (
        <>
          <Command verb="Pack" isLong>
            {next.name || next.sku}
          </Command>
          <p className="grid text-xl">
            <span className="font-mono text-base text-muted wrap-anywhere">{next.sku}</span>
            {(next.lot ?? next.serial) && (
              <span>
                {next.lot ? 'Lot ' : 'Serial '}
                <strong>{next.lot ?? next.serial}</strong>
              </span>
            )}
          </p>
          <Quantity
            value={formatQuantity(times ?? leftOf(next))}
            unit={times === undefined ? `${next.unit} left` : `${next.unit} with the next scan`}
            onChange={() => setLayer('quantity')}
          />
          {left.length > 1 && (
            <ul role="list" aria-label="Then" className="grid text-base">
              {left.slice(1, 6).map((item) => (
                <li
                  key={`${item.lineNo} ${item.lot ?? ''} ${item.serial ?? ''}`}
                  className="flex justify-between gap-3 border-t border-line py-2"
                >
                  <span className="min-w-0 truncate">{item.name || item.sku}</span>
                  <span className="shrink-0 tabular-nums">{`${formatQuantity(leftOf(item))} ${item.unit}`}</span>
                </li>
              ))}
              {left.length > 6 && (
                <li className="border-t border-line py-2 text-muted">{`And ${left.length - 6} more`}</li>
              )}
            </ul>
          )}
        </>
      ) : (
        <>
          <Command verb="Close" isLong>
            {into?.number ?? number}
          </Command>
          <p className="text-xl">Everything is packed. Enter box and weight, and close it.</p>
        </>
      )}
      {layer === 'code' && <CodeDialog label="SKU, barcode or serial number" onClose={close} />}
      {layer === 'quantity' && next && (
        <QuantityDialog
          title="Quantity of the next scan"
          most={sumLeft(items.filter(({ variantId }) => variantId === next.variantId))}
          unit={next.unit}
          onQuantity={(qty) => {
            setTimes(qty)
            close()
          }}
          onClose={close}
        />
      )}
      {layer === 'more' && (
        <MoreDialog isOnline={outbox.isOnline} onTypeCode={() => setLayer('code')} onClose={close}>
          <FloorButton
            why={
              mayNot ??
              (!next
                ? 'Everything picked is in packages.'
                : outbox.isOnline && !isWaiting
                  ? undefined
                  : 'Sending back needs a connection, and all scans sent.')
            }
            onClick={() => setLayer('back')}
          >
            Send back to pick
          </FloorButton>
          <FloorButton
            look="danger"
            why={
              mayNot ??
              (into
                ? outbox.isOnline && !isWaiting
                  ? undefined
                  : 'Discarding needs a connection, and all scans sent.'
                : 'No package is open.')
            }
            busy={discard.isPending && 'Discarding…'}
            onClick={() =>
              into &&
              discard.mutate(
                { params: { slug, packageId: into.id } },
                {
                  onSuccess: () => {
                    scans.clear()
                    scans.say({ tone: 'ok', text: `${into.number} was discarded` })
                    close()
                  },
                },
              )
            }
          >
            Discard the package
          </FloorButton>
        </MoreDialog>
      )}
      {layer === 'back' && (
        <Suspense>
          <SendBackDialog
            slug={slug}
            fulfillment={fulfillment}
            items={read}
            onSent={(lines) => {
              scans.say({ tone: 'ok', text: lines.map((line) => `${sentText(line)}.`).join(' ') })
              close()
            }}
            onClose={close}
          />
        </Suspense>
      )}
      {layer === 'close' && into && (
        <Suspense>
          <ClosePackageDialog
            slug={slug}
            package={into}
            onClosed={() => {
              scans.clear()
              scans.say({ tone: 'ok', text: `${into.number} is closed` })
              close()
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </FloorFrame>
  )
}
