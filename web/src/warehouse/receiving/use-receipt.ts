import { receiving, type Receipt } from '@stowage/contract/warehouse/receiving'
import { useCallback, useState } from 'react'
import { useAction } from '../../app/api.ts'
import { newId } from '../../app/ids.ts'
import { useTenantUser } from '../../app/session.ts'
import { useKeptWork } from '../../parts/kept-work.ts'
import type { SetLines } from '../../parts/lines.ts'
import type { Answer, Scan } from '../../workspace/scan/queue.ts'
import { useFeedback } from '../../workspace/scan/use-feedback.ts'
import type { LocationOption } from '../locations/places.ts'
import { itemOfScan, type NamedItem } from '../products/items.ts'
import {
  awaitedOf,
  bodyOf,
  hasReceipt,
  linesFor,
  noReceipt,
  scannedOf,
  serialsOf,
  withItem,
  withNumber,
  type ReceiptLine,
  type ReceiptWork,
  type Scanned,
} from './receipt-lines.ts'
import { awaitingOf, decideReceiptScan } from './receipt-scans.ts'

type Counting = {
  slug: string
  warehouseId: string
  /** One that is open already; without it a new one begins. */
  receipt?: Receipt | undefined
  /**
   * The screen asks for one thing after the other: a location, which is for what comes next, an item, and the lot or
   * serial number that it lacks. Otherwise lines are filled in, and a location is that of the latest.
   */
  isGuided?: boolean
}

/** Counts a delivery, scanned or typed, kept on the device until it is sent. */
export function useReceipt({ slug, warehouseId, receipt, isGuided = false }: Counting) {
  const account = useTenantUser()?.id ?? ''
  const begin = useCallback(() => noReceipt(warehouseId), [warehouseId])
  // The same at a desk and on the floor, so a delivery can be continued there.
  const draft = receipt ? `receipt.${receipt.id}` : `receive.${slug}.${warehouseId}`
  const kept = useKeptWork<ReceiptWork>(draft, account, begin, hasReceipt)
  const { work, setWork } = kept
  const { lines } = work
  const [place, setPlace] = useState<LocationOption>()
  const { say, clear, ...feedback } = useFeedback()
  const [counted, setCounted] = useState<{ key: string; words: string }>()
  const create = useAction(receiving.create)
  const add = useAction(receiving.addLines)
  const complete = useAction(receiving.complete)
  const latest = lines.find(({ key }) => key === counted?.key)
  const awaiting = isGuided ? awaitingOf(lines, latest ?? lines[0]) : undefined

  const setLines: SetLines<ReceiptLine> = (change) => {
    // What was refused holds for the lines as they were sent; of several fields that are shown each keeps its own.
    for (const action of [create, add, complete])
      if (action.error && (isGuided || action.error.details.length === 0)) action.reset()
    setWork((now) => ({ ...now, lines: change(now.lines) }))
  }
  const setLine = (line: ReceiptLine) =>
    setLines((now) => now.map((one) => (one.key === line.key ? line : one)))
  const remove = (key: string) => setLines((now) => now.filter((line) => line.key !== key))
  const done = (text: string, undo: () => void) => say({ tone: 'ok', text, undo })

  /** Counts one more of an item, or as many as its code says. */
  const count = (named: NamedItem, scanned: Scanned = {}): Answer => {
    const newKey = newId()
    const into = isGuided ? { ...scanned, into: { place } } : scanned
    const { key, qty } = withItem(lines, named, newKey, into)
    const before = lines.find((line) => line.key === key)
    setLines((now) => withItem(now, named, newKey, into).lines)
    const words = `${named.item.sku}: ${qty} ${named.unit}`
    setCounted({ key, words })
    return done(words, () => (before ? setLine(before) : remove(key)))
  }
  const locate = (to: LocationOption): Answer => {
    if (isGuided) {
      setPlace(to)
      return done(`From now on into ${to.code}`, () => setPlace(place))
    }
    if (!latest) return { tone: 'warn', text: `${to.code} is a location. Scan an item first.` }
    setLine({ ...latest, place: to })
    return done(`${latest.sku} goes to ${to.code}`, () => setLine(latest))
  }
  const enter = (line: ReceiptLine, number: string): Answer => {
    if (serialsOf(line.serials).includes(number))
      return say({ tone: 'bad', text: `${number} was scanned before.` })
    setLine(withNumber(line, number))
    return done(`${line.sku}: ${awaitedOf(line) ?? 'lot'} ${number}`, () => setLine(line))
  }
  /** Answers a scan of an item, a location or a number that is asked for; undefined for every other. */
  const scan = async (scanned: Scan): Promise<Answer | undefined> => {
    const decided = decideReceiptScan(scanned, awaiting)
    if (decided?.kind === 'location') return locate(decided.location)
    if (decided?.kind === 'number') return enter(decided.line, decided.number)
    const named = decided && (await itemOfScan(slug, scanned.found))
    return named && count(named, scannedOf(scanned.found))
  }

  const startOver = () => {
    kept.startOver()
    clear()
  }
  /** Sends what was counted, and returns the receipt. What has arrived there is not sent again. */
  const post = async (isComplete: boolean): Promise<Receipt> => {
    if (!receipt) {
      const made = await create.mutateAsync({ params: { slug }, body: bodyOf(work, isComplete) })
      startOver()
      return made.receipt
    }
    const params = { slug, receiptId: receipt.id }
    let now = receipt
    if (lines.length > 0) {
      now = (await add.mutateAsync({ params, body: { lines: linesFor(lines) } })).receipt
      startOver()
    }
    if (!isComplete) return now
    return (await complete.mutateAsync({ params, body: { version: now.version } })).receipt
  }
  return {
    work,
    setWork,
    isRestored: kept.isRestored,
    lines,
    place,
    /** Line counted last, with its description. */
    counted,
    latest,
    /** The line whose lot or serial number is asked for. */
    awaiting,
    scan,
    count,
    ...feedback,
    say,
    setLines,
    setLine,
    remove,
    startOver,
    post,
    isPosting: create.isPending || add.isPending || complete.isPending,
    error: create.error ?? add.error ?? complete.error,
  }
}
