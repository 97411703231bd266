import { stock, type StockBucket } from '@stowage/contract/warehouse/stock'
import { countOf, type Found } from '@stowage/contract/workspace/search'
import { useState } from 'react'
import { queryClient, useAction } from '../../app/api.ts'
import { formatQuantity } from '../../app/format.ts'
import { withoutZeros } from '../../app/quantity.ts'
import { ApiError } from '../../app/transport.ts'
import { inWords } from '../../workspace/refusals/in-words.ts'
import { nameOf, titleOf } from '../../workspace/scan/opening.ts'
import type { Answer, Take } from '../../workspace/scan/queue.ts'
import { useScan } from '../../workspace/scan/use-scan.ts'
import { bucketsAt } from '../../warehouse/stock/buckets.ts'
import { freeOf } from '../../warehouse/stock/move-lines.ts'
import { compareQuantities, isMoreThanZero } from '../../warehouse/products/quantities.ts'
import type { Said } from '../frame/Answer.tsx'
import { isFoundItemOf } from '../frame/codes.ts'

type Place = { id: string; code: string; warehouseId: string }

/** What is known of a move so far. */
export type Moving = {
  from?: Place | undefined
  item?: { variantId: string; sku: string } | undefined
  /** Which stock line it may be, where the item alone does not say. */
  several?: readonly StockBucket[] | undefined
  bucket?: StockBucket | undefined
  qty?: string | undefined
  to?: Place | undefined
}
export type MoveStep = 'from' | 'item' | 'lot' | 'to' | 'confirm'

/** What is asked for next. */
const stepOf = ({ from, bucket, several, to }: Moving): MoveStep =>
  bucket ? (to ? 'confirm' : 'to') : several ? 'lot' : from ? 'item' : 'from'

const wanted: Record<MoveStep, string> = {
  from: 'Scan the location to take from.',
  item: 'Scan the item to move.',
  lot: 'Scan its lot or serial number.',
  to: 'Scan the new location.',
  confirm: 'Confirm the move first.',
}
const refresh = [stock.buckets, stock.levels, stock.ledger]

type Given = {
  slug: string
  begin: Moving
  whyNot: string | undefined
  whyNotReverse: string | undefined
}
type Moved = { id: string; words: string }

/** Moves stock scan by scan: where it is, what it is, where it goes. Each move counts once the server has answered. */
export function useMove({ slug, begin, whyNot, whyNotReverse }: Given) {
  const [steps, setSteps] = useState<readonly Moving[]>([])
  /** Where the move before this one began. */
  const [next, setNext] = useState<Moving>()
  const now = steps.at(-1) ?? next ?? begin
  const step = stepOf(now)
  const [said, setSaid] = useState<Said>()
  const [moved, setMoved] = useState<Moved>()
  const move = useAction(stock.move, { refresh })
  const reverse = useAction(stock.reverse, { refresh })
  const isBusy = move.isPending || reverse.isPending

  const say = (answer: Answer) => {
    setSaid(answer)
    return answer
  }
  const bad = (text: string) => say({ tone: 'bad', text })
  const ok = (text: string, then: Moving) => {
    setSteps([...steps, then])
    return say({ tone: 'ok', text })
  }
  const refused = async (error: unknown, lost: string) => {
    if (!(error instanceof ApiError)) throw error
    return bad(error.status === 0 ? lost : await inWords(error))
  }

  /** Takes all of a stock line that no order needs, or as much as the code says. */
  const takeFrom = (bucket: StockBucket, count?: string | null): Answer => {
    const { sku, location, locationId, warehouseId, variantId } = bucket
    const free = withoutZeros(freeOf(bucket))
    if (!isMoreThanZero(free))
      return bad(
        `${formatQuantity(bucket.onHand)} ${sku} in ${location} are all reserved for orders.`,
      )
    const qty = count && compareQuantities(count, free) <= 0 ? withoutZeros(count) : free
    return ok(`${sku} from ${location}`, {
      from: { id: locationId, code: location, warehouseId },
      item: { variantId, sku },
      bucket,
      qty,
    })
  }
  const chooseAt = async (
    from: Place,
    item: NonNullable<Moving['item']>,
    found?: Found,
  ): Promise<Answer> => {
    const at = bucketsAt(slug, from.id, item.variantId)
    const { items } = await queryClient.fetchQuery({ ...at, staleTime: 0 })
    const own = found ? items.filter((bucket) => isFoundItemOf(bucket, found)) : items
    const [only] = own
    if (!only) return bad(`${found ? titleOf(found) : item.sku} isn’t in ${from.code}.`)
    if (own.length === 1) return takeFrom(only, found && countOf(found))
    return ok(`${item.sku}: ${wanted.lot}`, { from, item, several: own })
  }

  const takeLocation = ({ id, label, warehouseId }: Found): Promise<Answer> | Answer => {
    if (id === null || warehouseId === null) return bad(wanted[step])
    const place = { id, code: label, warehouseId }
    const { from, item } = now
    if (step === 'from' && item) return chooseAt(place, item)
    if (step !== 'to' && step !== 'confirm') return ok(`From ${label}`, { from: place })
    if (from?.id === id) return bad(`${label} is where it is now. Scan another location.`)
    if (from && from.warehouseId !== warehouseId)
      return bad(`${label} is in another warehouse. Stock moves within one warehouse.`)
    return ok(`To ${label}`, { ...now, to: place })
  }
  const takeItem = (found: Found): Promise<Answer> | Answer => {
    const { variantId, sku, label } = found
    if (variantId === null || step === 'to' || step === 'confirm')
      return bad(`${wanted[step]} This is ${nameOf(found)}.`)
    const item = { variantId, sku: sku ?? label }
    if (step === 'lot' && now.item?.variantId !== variantId)
      return bad(`${wanted.lot} This is ${nameOf(found)}.`)
    return now.from
      ? chooseAt(now.from, item, found)
      : ok(`${item.sku}: scan its location`, { item })
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
    if (found.kind === 'location') return takeLocation(found)
    if (found.variantId !== null) return takeItem(found)
    return bad(`${wanted[step]} This is ${nameOf(found)}.`)
  }
  useScan(take, { screen: 'move', showsAnswers: true })
  return {
    now,
    step,
    said,
    choose: (bucket: StockBucket) => takeFrom(bucket),
    setQty: (qty: string) => setSteps([...steps, { ...now, qty }]),
    post,
    isPosting: move.isPending,
    /** Takes back the last step, or the last move where no other is begun. */
    undo,
    isUndoOfMove: !isBegun && moved !== undefined,
    isUndoing: reverse.isPending,
  }
}
