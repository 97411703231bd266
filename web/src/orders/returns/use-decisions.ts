import { returns, type CustomerReturn } from '@stowage/contract/orders/returns'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import type { Take } from '../../workspace/scan/queue.ts'
import { useCan } from '../../workspace/rights.ts'
import { useFeedback } from '../../workspace/scan/use-feedback.ts'
import { useScan } from '../../workspace/scan/use-scan.ts'
import { decideScan, linesOf, openDecisions, problemsOf, type Decision } from './decisions.ts'

/** Manages the decisions on the items of a return. They are chosen or scanned, and saved together. */
export function useDecisions(slug: string, shown: CustomerReturn, showsAnswers = false) {
  const { why } = useCan()
  const [decisions, setDecisions] = useState(() => openDecisions(shown))
  const [current, setCurrent] = useState(0)
  const inspect = useAction(returns.inspect)
  const dispose = useAction(returns.dispose)
  const { id: returnId, number, state, version } = shown
  const isInspecting = state === 'received'
  const { mutate, isPending, error } = isInspecting ? inspect : dispose
  const set = (index: number, decision: Decision) =>
    setDecisions((now) => now.map((one, i) => (i === index ? decision : one)))
  const { feedback, say } = useFeedback()
  const take: Take = ({ found }) => {
    const decided = decideScan(decisions, current, found)
    if (!decided) return undefined
    if ('refused' in decided) return say({ tone: 'bad', text: decided.refused })
    const { index, decision, text } = decided
    const before = decisions[index]
    setCurrent(index)
    if (!before || before === decision) return say({ tone: 'ok', text })
    set(index, decision)
    return say({ tone: 'ok', text, undo: () => set(index, before) })
  }
  useScan(take, { screen: 'return', showsAnswers })
  const lines = linesOf(decisions)
  return {
    decisions,
    set,
    current,
    setCurrent,
    isInspecting,
    feedback,
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
