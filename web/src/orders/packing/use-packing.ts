import type { Fulfillment } from '@stowage/contract/orders/fulfillments'
import { packing, type PackableItem } from '@stowage/contract/orders/packing'
import { useEffect, useRef, useState } from 'react'
import { useAction } from '../../app/api.ts'
import { formatQuantity } from '../../app/format.ts'
import { ApiError } from '../../app/transport.ts'
import { inWords } from '../../workspace/refusals/in-words.ts'
import { nameOf } from '../../workspace/scan/opening.ts'
import type { Answer, Scan } from '../../workspace/scan/queue.ts'
import { useFeedback } from '../../workspace/scan/use-feedback.ts'
import { decideScan, type PackScan } from './pack-scans.ts'

export type PackItem = { code: string; lot?: string; qty?: string }
type Package = { id: string; number: string }

/** An item that goes into an open package, or out of one. */
type PackMove = {
  kind: 'pack' | 'unpack'
  package: Package
  item: PackItem
  sku: string
  isScanned?: boolean
}

/** Item packed according to the server, or id of the scan that waits on the device. */
type Delivered = { item?: PackScan; waiting?: string }

/** Sends a move, now or when there is a connection. Rejects with ApiError where it is refused. */
export type DeliverPack = (move: PackMove) => Promise<Delivered>

type Work = {
  slug: string
  fulfillment: Fulfillment
  /** Items to pack, including the scans that wait on the device. */
  items: readonly PackableItem[]
  deliver: DeliverPack
  whyNot: string | undefined
  isOnline?: boolean
  /** Quantity entered for the next scan, in base units. */
  times?: string | undefined
  onPacked?: () => void
}

/** Says what was packed, and what of the item is left. */
export const packedText = ({ sku, qty, left }: PackScan) =>
  `${formatQuantity(qty)} ${sku} packed, ${left === '0' ? 'none' : formatQuantity(left)} left`

/** Answers a scan that was refused; a wrong item is named where its code is known. */
export async function refusedAnswer(error: unknown, found?: Scan['found']): Promise<Answer> {
  if (!(error instanceof ApiError))
    return { tone: 'bad', text: 'This device couldn’t save the scan. Nothing was packed.' }
  const isKnown = error.code === 'wrong_item_scanned' && found && found.kind !== 'unknown'
  const named = isKnown ? [`This is ${nameOf(found)}.`] : []
  return { tone: 'bad', text: [await inWords(error), ...named].join(' ') }
}

/** Packs into the open package of a fulfillment, which the first item opens, and takes out again. */
export function usePacking(work: Work) {
  const { slug, fulfillment, items, deliver, whyNot, isOnline = true, times, onPacked } = work
  const { id: fulfillmentId, packages } = fulfillment
  const [opened, setOpened] = useState<Package>()
  const { say, ...feedback } = useFeedback()
  const openPackage = useAction(packing.open)
  // The page has read it by now.
  if (opened && packages.some(({ id }) => id === opened.id)) setOpened(undefined)
  const open = packages.findLast(({ state }) => state === 'open') ?? opened
  // Scans come faster than the page is read again.
  const into = useRef<Package>(open)
  /** The opening of which no answer came. Its item scanned again is the same one, although the package may be there by now. */
  const unanswered = useRef('')
  useEffect(() => {
    into.current = open
  }, [open])

  /** Packs an item. Without an open package the item opens one, so a refused one leaves none behind. */
  const pack = async (item: PackItem, sku = item.code, isScanned = true) => {
    const body = { fulfillmentId, item: { ...item, isScanned } }
    const opening = JSON.stringify(body)
    const own = into.current
    const isRepeat = opening === unanswered.current
    unanswered.current = ''
    if (own && !isRepeat) {
      const done = await deliver({ kind: 'pack', package: own, item, sku, isScanned })
      return { ...done, package: own }
    }
    const reply = await openPackage
      .mutateAsync({ params: { slug }, body })
      .catch((error: ApiError) => {
        if (error.status < 400 || error.status >= 500) unanswered.current = opening
        throw error
      })
    into.current = reply.package
    setOpened(reply.package)
    return { ...(reply.item && { item: reply.item }), package: reply.package }
  }
  const remove = (from: Package, item: PackItem, sku = item.code) =>
    deliver({ kind: 'unpack', package: from, item, sku })

  /** Packs what a scan stands for, as far as it is known here, and answers it. */
  const packScan = async ({ code, found }: Partial<Scan> & { code: string }, known?: PackScan) => {
    const own = known && { qty: known.qty }
    try {
      const { item = known, waiting, ...done } = await pack({ code, ...own }, known?.sku)
      onPacked?.()
      const { qty = '1', sku = code } = item ?? {}
      const words = `${formatQuantity(qty)} ${sku}`
      const undo = () =>
        remove(done.package, { code, qty }, sku).then(
          (): Answer => ({ tone: 'ok', text: `Undone: ${words}` }),
          refusedAnswer,
        )
      return say(
        waiting === undefined
          ? { tone: 'ok', text: `${item ? packedText(item) : words}.`, undo }
          : {
              tone: 'warn',
              text: `Not sent yet: ${words}`,
              later: { scanId: waiting, sent: `${words} packed` },
              undo,
            },
      )
    } catch (error) {
      return say(await refusedAnswer(error, found))
    }
  }
  /** Answers a scan of an item here; undefined for every other code. */
  const scan = (scanned: Partial<Scan> & { code: string }) => {
    const isOpen = into.current !== undefined
    const decided = decideScan(scanned, { items, whyNot, isOnline, isOpen, times })
    if (!decided) return undefined
    if ('refused' in decided) return say({ tone: 'bad', text: decided.refused })
    return packScan(scanned, decided)
  }
  return { ...feedback, say, into: open, pack, remove, scan, packScan }
}
