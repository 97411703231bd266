import { returns, type CustomerReturn } from '@stowage/contract/orders/returns'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import type { Answer, Take } from '../../workspace/scan/queue.ts'
import { useCan } from '../../workspace/rights.ts'
import { useScan } from '../../workspace/scan/use-scan.ts'
import { linesOf, openDecisions, problemsOf, type Decision } from './decisions.ts'
import { returnReads as refresh } from './reads.ts'

/** What becomes of each item of a return: chosen, or scanned, and saved together. */
export function useDecisions(slug: string, shown: CustomerReturn, showsAnswers = false) {
  const { why } = useCan()
  const [decisions, setDecisions] = useState(() => openDecisions(shown))
  const [current, setCurrent] = useState(0)
  const inspect = useAction(returns.inspect, { refresh })
  const dispose = useAction(returns.dispose, { refresh })
  const { id: returnId, number, state, version } = shown
  const isInspecting = state === 'received'
  const { mutate, isPending, error } = isInspecting ? inspect : dispose
  const set = (index: number, decision: Decision) =>
    setDecisions((now) => now.map((one, i) => (i === index ? decision : one)))
  const [said, setSaid] = useState<Answer>()
  const say = (answer: Answer) => {
    setSaid(answer)
    return answer
  }
  const take: Take = ({ found: { kind, id, label, variantId } }) => {
    if (kind === 'location' && id !== null) {
      const chosen = decisions[current]
      if (!chosen) return undefined
      set(current, { ...chosen, disposition: 'restock', place: { id, code: label } })
      return say({
        tone: 'ok',
        text: `${chosen.line.sku}: restock in ${label}`,
        undo: () => set(current, chosen),
      })
    }
    if (variantId === null) return undefined
    const index = decisions.findIndex(
      ({ line, item }) =>
        line.variantId === variantId && (kind !== 'serial' || item.serial === label),
    )
    const found = decisions[index]
    if (!found) return say({ tone: 'bad', text: `Nothing of ${label} is left to decide.` })
    setCurrent(index)
    return say({ tone: 'ok', text: `${found.line.sku}. Scan a location to restock it.` })
  }
  useScan(take, { screen: 'return', showsAnswers })
  const lines = linesOf(decisions)
  return {
    decisions,
    set,
    current,
    setCurrent,
    isInspecting,
    /** The answer to the last scan. */
    said,
    isWrong: decisions.some((one) => Object.keys(problemsOf(one)).length > 0),
    whyNot:
      (isInspecting ? why(returns.inspect) : undefined) ??
      why(returns.dispose) ??
      (lines.length === 0 ? 'Choose what becomes of an item first.' : undefined),
    isSaving: isPending,
    error,
    /** `onSaved` gets what was done, in words. */
    save: (onSaved: (text: string) => void) =>
      mutate(
        { params: { slug, returnId }, body: { version, lines } },
        {
          onSuccess: () =>
            onSaved(isInspecting ? `${number} was inspected` : `Decisions of ${number} were saved`),
        },
      ),
  }
}
