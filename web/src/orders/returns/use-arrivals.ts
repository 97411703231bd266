import { returns, type CustomerReturn } from '@stowage/contract/orders/returns'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { formatQuantity } from '../../app/format.ts'
import { useCan } from '../../workspace/rights.ts'
import { useFeedback } from '../../workspace/scan/use-feedback.ts'
import { useScan } from '../../workspace/scan/use-scan.ts'
import { countScan, linesOf, nothing, type Arrival, type Arrivals } from './arrivals.ts'
import { scannedQuantity } from './scanned.ts'

/** Counts what arrives of a return, scan by scan or typed. */
export function useArrivals(slug: string, shown: CustomerReturn, showsAnswers = false) {
  const { why } = useCan()
  const receive = useAction(returns.receive)
  const { id: returnId, number, version, lines } = shown
  const [arrivals, setArrivals] = useState<Arrivals>({})
  const set = (lineId: string, arrival: Arrival) =>
    setArrivals((now) => ({ ...now, [lineId]: arrival }))
  const { feedback, say, undo } = useFeedback()
  useScan(
    async ({ found }) => {
      if (found.variantId === null) return undefined
      const counted = countScan(lines, arrivals, found, await scannedQuantity(slug, found))
      if (!counted) return undefined
      if ('problem' in counted) return say({ tone: 'bad', text: counted.problem })
      const { line, arrival, total } = counted
      const before = arrivals[line.id] ?? nothing
      set(line.id, arrival)
      return say({
        tone: 'ok',
        text: `${line.sku}: ${formatQuantity(total)} of ${formatQuantity(line.qty)}`,
        undo: () => set(line.id, before),
      })
    },
    { screen: 'return', everyScanCounts: true, showsAnswers },
  )
  const counted = linesOf(lines, arrivals)
  return {
    of: (lineId: string) => arrivals[lineId] ?? nothing,
    set,
    /** Counts everything that is expected. */
    setAll: () =>
      setArrivals(
        Object.fromEntries(lines.map(({ id, qty }) => [id, { ...(arrivals[id] ?? nothing), qty }])),
      ),
    /** Why what was counted cannot be received; `nothingCounted` says that it is nothing. */
    whyNot: (warehouseId: string | undefined, nothingCounted: string) =>
      why(returns.receive) ??
      (counted.length === 0
        ? nothingCounted
        : warehouseId === undefined
          ? 'Choose a warehouse first.'
          : undefined),
    isReceiving: receive.isPending,
    error: receive.error,
    /** `onReceived` gets what was done, in words. */
    receive: (warehouseId: string | undefined, onReceived?: (text: string) => void) =>
      warehouseId !== undefined &&
      receive.mutate(
        { params: { slug, returnId }, body: { version, warehouseId, lines: counted } },
        { onSuccess: () => onReceived?.(`${number} was received into quarantine`) },
      ),
    feedback,
    undo,
  }
}
