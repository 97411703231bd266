import { stock } from '@stowage/contract/warehouse/stock'
import type { StockBucket } from '@stowage/contract/warehouse/stock-views'
import { useState } from 'react'
import { queryClient, useAction } from '../../app/api.ts'
import { formatQuantity } from '../../app/format.ts'
import { ApiError } from '../../app/transport.ts'
import { inWords } from '../../workspace/refusals/in-words.ts'
import type { Answer, Take } from '../../workspace/scan/queue.ts'
import { useFeedback } from '../../workspace/scan/use-feedback.ts'
import { useScan } from '../../workspace/scan/use-scan.ts'
import { bucketsAt } from './buckets.ts'
import {
  decideMoveScan,
  stepOf,
  takeFrom,
  takeLookedUp,
  wanted,
  type MoveDecision,
  type Moving,
} from './move-scans.ts'

type Work = {
  slug: string
  begin: Moving
  whyNot: string | undefined
  whyNotReverse: string | undefined
}
type Moved = { id: string; words: string }

/** Moves stock scan by scan: where it is, what it is, where it goes. Each move counts once the server has answered. */
export function useMove({ slug, begin, whyNot, whyNotReverse }: Work) {
  const [steps, setSteps] = useState<readonly Moving[]>([])
  /** Where the move before this one began. */
  const [next, setNext] = useState<Moving>()
  const now = steps.at(-1) ?? next ?? begin
  const step = stepOf(now)
  const { feedback, say } = useFeedback()
  const [moved, setMoved] = useState<Moved>()
  const move = useAction(stock.move)
  const reverse = useAction(stock.reverse)
  const isBusy = move.isPending || reverse.isPending

  const bad = (text: string) => say({ tone: 'bad', text })
  const apply = (decided: MoveDecision): Answer => {
    if ('refused' in decided) return bad(decided.refused)
    setSteps([...steps, decided.next])
    return say({ tone: 'ok', text: decided.text })
  }
  const refused = async (error: unknown, lost: string) => {
    if (!(error instanceof ApiError)) throw error
    return bad(error.status === 0 ? lost : await inWords(error))
  }

  const post = async (): Promise<Answer> => {
    const { from, bucket, qty = '', to } = now
    if (!from || !bucket || !to) return bad(wanted[step])
    if (isBusy) return { tone: 'warn', text: 'Wait for the answer.' }
    const words = `${formatQuantity(qty)} ${bucket.sku}`
    try {
      const line = { bucketId: bucket.bucketId, qty, toLocationId: to.id }
      const posted = await move.mutateAsync({ params: { slug }, body: { lines: [line] } })
      setMoved({ id: posted.id, words: `${words} back in ${from.code}` })
      setNext({ from })
      setSteps([])
      const there = posted.lines.find(({ delta }) => !delta.startsWith('-'))
      return say({
        tone: 'ok',
        text: `Moved ${words} to ${to.code}.${there ? ` Now there: ${formatQuantity(there.after)}.` : ''}`,
      })
    } catch (error) {
      return refused(error, 'No answer yet. Select Move again, it counts once.')
    }
  }
  const takeBack = async ({ id, words }: Moved): Promise<Answer> => {
    if (whyNotReverse !== undefined) return bad(whyNotReverse)
    if (isBusy) return { tone: 'warn', text: 'Wait for the answer.' }
    try {
      await reverse.mutateAsync({ params: { slug, move: id }, body: {} })
      setMoved(undefined)
      return say({ tone: 'ok', text: `Undone: ${words}` })
    } catch (error) {
      return refused(error, 'No answer yet. Select Undo again, it counts once.')
    }
  }
  const isBegun = steps.length > 0
  const undo = isBegun
    ? () => {
        setSteps(steps.slice(0, -1))
        return say({ tone: 'ok', text: 'Undone' })
      }
    : moved && (() => takeBack(moved))

  const take: Take = async ({ found }) => {
    if (found.kind === 'unknown') return undefined
    if (whyNot !== undefined) return bad(whyNot)
    if (isBusy) return { tone: 'warn', text: 'Wait for the answer.' }
    if (found.kind === 'command') {
      if (found.label === 'CONFIRM') return post()
      return found.label === 'UNDO' && undo ? undo() : undefined
    }
    const decided = decideMoveScan(now, found)
    if ('text' in decided || 'refused' in decided) return apply(decided)
    const at = bucketsAt(slug, decided.from.id, decided.item.variantId)
    const { items } = await queryClient.fetchQuery({ ...at, staleTime: 0 })
    return apply(takeLookedUp(decided, items))
  }
  useScan(take, { screen: 'move', showsAnswers: true })
  return {
    now,
    step,
    feedback,
    choose: (bucket: StockBucket) => apply(takeFrom(bucket)),
    setQty: (qty: string) => setSteps([...steps, { ...now, qty }]),
    post,
    isPosting: move.isPending,
    /** Takes back the last step, or the last move where no other is begun. */
    undo,
    isUndoOfMove: !isBegun && moved !== undefined,
    isUndoing: reverse.isPending,
  }
}
