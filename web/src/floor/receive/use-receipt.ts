import { receiving, type Receipt } from '@stowage/contract/warehouse/receiving'
import { stock } from '@stowage/contract/warehouse/stock'
import { useCallback, useState } from 'react'
import { useAction } from '../../app/api.ts'
import { newId } from '../../app/ids.ts'
import { useTenantUser } from '../../app/session.ts'
import { useKeptWork } from '../../parts/kept-work.ts'
import { itemOfScan, type NamedItem } from '../../warehouse/products/items.ts'
import type { Place } from '../../warehouse/locations/places.ts'
import {
  awaitedOf,
  bodyOf,
  hasReceipt,
  linesFor,
  noReceipt,
  scannedOf,
  withItem,
  withNumber,
  type ReceiptLine,
  type ReceiptWork,
  type Scanned,
} from '../../warehouse/receiving/receipt-lines.ts'
import { nameOf } from '../../workspace/scan/opening.ts'
import type { Answer, Take } from '../../workspace/scan/queue.ts'
import { useScan } from '../../workspace/scan/use-scan.ts'
import type { Said } from '../frame/Answer.tsx'

const refresh = [receiving.receipts, receiving.receipt, stock.buckets, stock.levels, stock.ledger]

type Given = {
  slug: string
  warehouseId: string
  /** One that is open already; without it a new one begins. */
  receipt: Receipt | undefined
  whyNot: string | undefined
  /** A line is being typed. */
  isEditing: boolean
  onConfirm: () => void
}

/** Counts a delivery scan by scan, kept on the device until it is sent. */
export function useReceipt(given: Given) {
  const { slug, warehouseId, receipt, whyNot, isEditing, onConfirm } = given
  const account = useTenantUser()?.id ?? ''
  const begin = useCallback(() => noReceipt(warehouseId), [warehouseId])
  // The same as at a desk, so that a delivery can be continued there.
  const draft = receipt ? `receipt.${receipt.id}` : `receive.${slug}.${warehouseId}`
  const { work, setWork, startOver } = useKeptWork<ReceiptWork>(draft, account, begin, hasReceipt)
  const { lines } = work
  const [place, setPlace] = useState<Place>()
  const [said, setSaid] = useState<Said>()
  const [undo, setUndo] = useState<() => Answer>()
  const [latestKey, setLatest] = useState<string>()
  const create = useAction(receiving.create, { refresh })
  const add = useAction(receiving.addLines, { refresh })
  const complete = useAction(receiving.complete, { refresh })
  const latest = lines.find(({ key }) => key === latestKey) ?? lines[0]
  const awaiting = latest && awaitedOf(latest) ? latest : lines.find((line) => awaitedOf(line))

  const say = (answer: Answer) => {
    setSaid(answer)
    return answer
  }
  const setLines = (change: (now: readonly ReceiptLine[]) => ReceiptLine[]) => {
    // What was refused holds for the lines as they were sent.
    for (const action of [create, add, complete]) if (action.error) action.reset()
    setWork((now) => ({ ...now, lines: change(now.lines) }))
  }
  const setLine = (line: ReceiptLine) =>
    setLines((now) => now.map((one) => (one.key === line.key ? line : one)))
  /** Answers a scan that can be taken back, once. */
  const done = (text: string, restore: () => void): Answer => {
    setUndo(() => () => {
      setUndo(undefined)
      restore()
      return say({ tone: 'ok', text: `Undone: ${text}` })
    })
    return say({ tone: 'ok', text })
  }

  const count = (named: NamedItem, scanned: Scanned): Answer => {
    const newKey = newId()
    const into = { ...scanned, into: { place } }
    const { key, qty } = withItem(lines, named, newKey, into)
    const before = lines.find((line) => line.key === key)
    setLines((now) => withItem(now, named, newKey, into).lines)
    setLatest(key)
    return done(`${named.item.sku}: ${qty} ${named.unit}`, () =>
      before ? setLine(before) : setLines((now) => now.filter((line) => line.key !== key)),
    )
  }
  const number = (line: ReceiptLine, code: string): Answer => {
    const next = withNumber(line, code)
    if (line.serials.split('\n').includes(code))
      return say({ tone: 'bad', text: `${code} was scanned before.` })
    setLine(next)
    return done(`${line.sku}: ${awaitedOf(line) ?? 'lot'} ${code}`, () => setLine(line))
  }

  const take: Take = async ({ code, found }) => {
    const { kind, id, label, variantId } = found
    if (whyNot !== undefined) return say({ tone: 'bad', text: whyNot })
    if (isEditing) return say({ tone: 'bad', text: 'Close the line first.' })
    if (kind === 'command') {
      if (found.label === 'UNDO' && undo) return undo()
      if (found.label !== 'CONFIRM') return undefined
      onConfirm()
      return { tone: 'ok', text: 'Confirmed' }
    }
    if (kind === 'location' && id !== null) {
      const before = place
      setPlace({ id, code: label })
      return done(`From now on into ${label}`, () => setPlace(before))
    }
    // A lot or a serial number that is new, or known of the item that waits for it.
    const isKnown = (kind === 'lot' || kind === 'serial') && variantId === awaiting?.variantId
    if (awaiting && !found.gs1 && (kind === 'unknown' || isKnown))
      return number(awaiting, kind === 'unknown' ? code : label)
    if (kind === 'unknown') return undefined
    const named = await itemOfScan(slug, found)
    return named
      ? count(named, scannedOf(found))
      : say({ tone: 'bad', text: `Scan an item. This is ${nameOf(found)}.` })
  }
  useScan(take, {
    screen: 'receive',
    everyScanCounts: true,
    showsAnswers: true,
    takesUnknown: awaiting !== undefined,
  })

  const clear = () => {
    startOver()
    setUndo(undefined)
    setSaid(undefined)
  }
  /** Sends what was counted, and returns the receipt. What has arrived there is not sent again. */
  const post = async (isComplete: boolean): Promise<Receipt> => {
    if (!receipt) {
      const made = await create.mutateAsync({ params: { slug }, body: bodyOf(work, isComplete) })
      clear()
      return made.receipt
    }
    const params = { slug, receiptId: receipt.id }
    let now = receipt
    if (lines.length > 0) {
      now = (await add.mutateAsync({ params, body: { lines: linesFor(lines) } })).receipt
      clear()
    }
    if (!isComplete) return now
    return (await complete.mutateAsync({ params, body: { version: now.version } })).receipt
  }
  return {
    work,
    place,
    latest,
    /** The line whose lot or serial number is asked for. */
    awaiting,
    said,
    undo,
    setLine,
    setReference: (reference: string) => setWork((now) => ({ ...now, reference })),
    remove: (key: string) => setLines((now) => now.filter((line) => line.key !== key)),
    startOver: clear,
    post,
    isPosting: create.isPending || add.isPending || complete.isPending,
    error: create.error ?? add.error ?? complete.error,
  }
}
