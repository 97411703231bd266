import type { CustomerReturn } from '@stowage/contract/orders/returns'
import { useState } from 'react'
import { formatQuantity } from '../../app/format.ts'
import type { Answer } from '../../workspace/scan/queue.ts'
import { useScan } from '../../workspace/scan/use-scan.ts'
import { countScan, linesOf, nothing, type Arrival, type Arrivals } from './arrivals.ts'
import { scannedQuantity } from './scanned.ts'

/** Counts what arrives of a return, scan by scan or typed. */
export function useArrivals(slug: string, { lines }: CustomerReturn, showsAnswers = false) {
  const [arrivals, setArrivals] = useState<Arrivals>({})
  const set = (lineId: string, arrival: Arrival) =>
    setArrivals((now) => ({ ...now, [lineId]: arrival }))
  const [last, setLast] = useState<Answer>()
  const say = (answer: Answer) => {
    const { undo } = answer
    // One scan is taken back once, here or in the answer to it.
    const once = undo && { undo: () => (setLast(undefined), undo()) }
    const said = { ...answer, ...once }
    setLast(said)
    return said
  }
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
  return {
    of: (lineId: string) => arrivals[lineId] ?? nothing,
    set,
    /** Counts everything that is expected. */
    setAll: () =>
      setArrivals(
        Object.fromEntries(lines.map(({ id, qty }) => [id, { ...(arrivals[id] ?? nothing), qty }])),
      ),
    counted: linesOf(lines, arrivals),
    /** The answer to the last scan, and how to take it back. */
    said: last,
    undo: last?.undo,
  }
}
