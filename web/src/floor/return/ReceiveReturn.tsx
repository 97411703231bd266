import type { ReturnLine } from '@stowage/contract/orders/returns'
import { useState } from 'react'
import { formatQuantity } from '../../app/format.ts'
import { readQuantity } from '../../app/quantity.ts'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Explanation } from '../../workspace/refusals/Explanation.tsx'
import { signalAnswer } from '../../workspace/scan/signals.ts'
import { useWorkplace } from '../../workspace/site.ts'
import { compareQuantities, isMoreThanZero, sumOf } from '../../warehouse/products/quantities.ts'
import { WarehouseSwitcher } from '../../workspace/WarehouseSwitcher.tsx'
import { useArrivals } from '../../orders/returns/use-arrivals.ts'
import { Answer } from '../frame/Answer.tsx'
import { ArrivalDialog } from '../receive/ArrivalDialog.tsx'
import { CodeDialog } from '../frame/CodeDialog.tsx'
import { Command } from '../frame/Command.tsx'
import { FloorButton } from '../frame/FloorButton.tsx'
import { FloorFrame } from '../frame/FloorFrame.tsx'
import { MoreDialog } from '../frame/MoreDialog.tsx'
import { Quantity } from '../frame/Quantity.tsx'
import type { ReturnWorkProps } from './ReturnDone.tsx'
import { WorkHead } from '../frame/WorkHead.tsx'

/** A return that arrives: scan each item, then receive what was counted. */
export function ReceiveReturn({ slug, shown, back, outbox }: ReturnWorkProps) {
  const { all, id: workplace } = useWorkplace()
  const warehouseId = shown.warehouseId ?? workplace
  const [layer, setLayer] = useState<'code' | 'more' | ReturnLine>()
  const close = () => setLayer(undefined)
  const arrivals = useArrivals(slug, shown, true)
  const { number, lines } = shown
  const countOf = ({ id }: ReturnLine) => readQuantity(arrivals.of(id).qty) ?? '0'
  const isShort = (line: ReturnLine) => compareQuantities(countOf(line), line.qty) < 0
  const next = lines.find(isShort)
  const done = sumOf(...lines.map(countOf))
  const expected = sumOf(...lines.map(({ qty }) => qty))
  const whyNot = outbox.isOnline
    ? arrivals.whyNot(warehouseId, 'Scan an item first.')
    : 'Receiving needs a connection.'
  return (
    <FloorFrame
      title={`Return ${number}`}
      head={
        <WorkHead
          back={back}
          name={number}
          progress={{ done: formatQuantity(done), of: formatQuantity(expected) }}
          outbox={outbox}
        />
      }
      thumb={
        <>
          <Answer notice={arrivals.feedback} />
          <FloorButton
            tall
            look="primary"
            why={whyNot}
            busy={arrivals.isReceiving && 'Receiving…'}
            onClick={() => arrivals.receive(warehouseId)}
          >
            {isMoreThanZero(done) ? `Receive ${formatQuantity(done)}` : 'Receive'}
          </FloorButton>
          <div className="grid grid-cols-3 gap-2">
            <FloorButton onClick={() => setLayer('code')}>Type code</FloorButton>
            <FloorButton
              why={arrivals.undo ? undefined : 'Nothing is scanned yet.'}
              onClick={() => arrivals.undo && void signalAnswer(arrivals.undo())}
            >
              Undo
            </FloorButton>
            <FloorButton onClick={() => setLayer('more')}>More</FloorButton>
          </div>
        </>
      }
    >
      {next ? (
        <>
          <Command verb="Scan" isLong>
            {next.name || next.sku}
          </Command>
          <p className="font-mono text-base text-muted wrap-anywhere">{next.sku}</p>
          <Quantity
            value={formatQuantity(countOf(next))}
            unit={`of ${formatQuantity(next.qty)} ${next.unit}`}
            onChange={() => setLayer(next)}
          />
        </>
      ) : (
        <Command verb="Receive" isLong>
          {`All ${formatQuantity(expected)} of ${number}`}
        </Command>
      )}
      {shown.warehouseId === null && (all?.length ?? 0) > 1 && workplace === undefined && (
        <p className="flex flex-wrap items-center gap-3 text-lg">
          Received in <WarehouseSwitcher />
        </p>
      )}
      {arrivals.error && (
        <ErrorBox error={arrivals.error} fallback="Couldn’t receive the return">
          <Explanation error={arrivals.error} />
        </ErrorBox>
      )}
      <ul role="list" aria-label="Expected items" className="grid text-base">
        {lines.map((line) => (
          <li key={line.id} className="border-t border-line">
            <button
              type="button"
              className="flex min-h-14 w-full items-center justify-between gap-3 text-start"
              onClick={() => setLayer(line)}
            >
              <span className="min-w-0 truncate">{line.name || line.sku}</span>
              <span
                className={`shrink-0 tabular-nums ${isShort(line) ? '' : 'font-semibold'}`}
              >{`${formatQuantity(countOf(line))} of ${formatQuantity(line.qty)}`}</span>
            </button>
          </li>
        ))}
      </ul>
      {layer === 'code' && <CodeDialog label="SKU, barcode or serial number" onClose={close} />}
      {layer === 'more' && (
        <MoreDialog isOnline={outbox.isOnline} onTypeCode={() => setLayer('code')} onClose={close}>
          <FloorButton
            onClick={() => {
              arrivals.setAll()
              close()
            }}
          >
            All expected arrived
          </FloorButton>
        </MoreDialog>
      )}
      {typeof layer === 'object' && (
        <ArrivalDialog
          line={layer}
          arrival={arrivals.of(layer.id)}
          onArrival={(arrival) => {
            arrivals.set(layer.id, arrival)
            close()
          }}
          onClose={close}
        />
      )}
    </FloorFrame>
  )
}
