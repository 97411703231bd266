import type { Fulfillment } from '@stowage/contract/orders/fulfillments'
import { packing, type PackableItem } from '@stowage/contract/orders/packing'
import { useState } from 'react'
import { send } from '../../app/api.ts'
import { formatQuantity } from '../../app/format.ts'
import { ApiError } from '../../app/transport.ts'
import { compareQuantities, minus } from '../../warehouse/products/quantities.ts'
import { inWords } from '../../workspace/refusals/in-words.ts'
import { signal } from '../../workspace/scan/signals.ts'
import type { Answer, Take } from '../../workspace/scan/queue.ts'
import { nameOf } from '../../workspace/scan/opening.ts'
import { useScan } from '../../workspace/scan/use-scan.ts'
import type { Said } from '../frame/Answer.tsx'
import { refresh } from '../outbox/delivery.ts'
import { keep } from '../outbox/outbox.ts'
import { calledBy, sumLeft } from '../outbox/pack-items.ts'
import type { useOutbox } from '../outbox/use-outbox.ts'

type Given = {
  slug: string
  fulfillment: Fulfillment
  /** With what waits on the device. */
  items: readonly PackableItem[]
  outbox: ReturnType<typeof useOutbox>
  whyNot: string | undefined
  /** How many the next scan packs, where somebody has said so. */
  times: string | undefined
  onPacked: () => void
  commands: { CLOSE: () => void }
}

/** Packs what is scanned into the open package, which the first scan opens. */
export function usePackScans(given: Given) {
  const { slug, fulfillment, items, outbox, whyNot, times, onPacked, commands } = given
  const { id: fulfillmentId, number, packages } = fulfillment
  const open = packages.findLast(({ state }) => state === 'open')
  // Scans come faster than the page is read again.
  const [opened, setOpened] = useState<{ id: string; number: string }>()
  const into = open ?? opened
  const [said, setSaid] = useState<Said>()
  const [undo, setUndo] = useState<() => Promise<Answer>>()

  const openPackage = async () => {
    const body = { fulfillmentId }
    const { package: made } = await send(packing.open, { params: { slug }, body })
    setOpened(made)
    refresh()
    return made
  }
  const put = (
    kind: 'pack' | 'unpack',
    packed: { code: string; qty: string; sku: string },
    at: typeof into,
  ) =>
    keep({
      kind,
      slug,
      member: outbox.member,
      memberName: outbox.memberName,
      fulfillmentId,
      packageId: at?.id ?? '',
      title: `${formatQuantity(packed.qty)} ${packed.sku} ${kind === 'pack' ? 'into' : 'out of'} ${at?.number ?? ''}`,
      body: { code: packed.code, qty: packed.qty },
    })

  /** Packs so many of what a code stands for. */
  const pack = async (
    code: string,
    called: NonNullable<ReturnType<typeof calledBy>>,
  ): Promise<Answer> => {
    const { item, own } = called
    const qty = times ?? called.qty
    const left = sumLeft(own)
    if (whyNot !== undefined) return { tone: 'bad', text: whyNot }
    if (compareQuantities(qty, left) > 0)
      return {
        tone: 'bad',
        text: `${item.sku}: ${formatQuantity(qty)} scanned, ${formatQuantity(left)} left.`,
      }
    if (!into && !outbox.isOnline)
      return { tone: 'bad', text: 'Opening a package needs a connection.' }
    try {
      const at = into ?? (await openPackage())
      const packed = { code, qty, sku: item.sku }
      const outcome = await put('pack', packed, at)
      if (outcome.kind === 'refused') return { tone: 'bad', text: await inWords(outcome.error) }
      onPacked()
      let isUndone = false
      const takeOut = async (): Promise<Answer> => {
        setUndo(undefined)
        if (isUndone) return { tone: 'warn', text: 'There is nothing to undo.' }
        isUndone = true
        const undone = await put('unpack', packed, at)
        if (undone.kind === 'refused') return { tone: 'bad', text: await inWords(undone.error) }
        return { tone: 'ok', text: `Undone: ${formatQuantity(qty)} ${item.sku}` }
      }
      setUndo(() => takeOut)
      const now = minus(left, qty)
      const words = `${formatQuantity(qty)} ${item.sku}`
      return {
        ...(outcome.kind === 'sent'
          ? {
              tone: 'ok',
              text: `${words} packed, ${now === '0' ? 'none' : formatQuantity(now)} left.`,
            }
          : {
              tone: 'warn',
              text: `Not sent yet: ${words}`,
              later: { scanId: outcome.scanId, sent: `${words} packed` },
            }),
        undo: () => void takeOut().then(say),
      }
    } catch (error) {
      const why = error instanceof ApiError ? await inWords(error) : ''
      return { tone: 'bad', text: why || 'This device couldn’t save the scan. Nothing was packed.' }
    }
  }
  const say = (answer: Answer) => {
    setSaid(answer)
    return answer
  }
  const wanted = [...new Set(items.filter((item) => sumLeft([item]) !== '0').map(({ sku }) => sku))]
  const wrong = (got: string): Answer => ({
    tone: 'bad',
    text:
      wanted.length === 0
        ? `Everything of ${number} is packed. This is ${got}.`
        : `Pack ${wanted.slice(0, 3).join(', ')}. This is ${got}.`,
  })

  const know = (code: string): ReturnType<Take> => {
    if (/^CMD:CLOSE$/i.test(code)) {
      commands.CLOSE()
      return { tone: 'ok', text: number }
    }
    if (/^CMD:UNDO$/i.test(code) && undo) return undo().then(say)
    const called = calledBy(items, code)
    // Which of several lots or serial numbers it is, the code of the item alone does not say: the server decides.
    if (called && (outbox.isOnline || called.item.serial === null || called.own.length === 1))
      return pack(code, called).then(say)
    return outbox.isOnline
      ? undefined
      : say({ tone: 'bad', text: `${code} can’t be checked without a connection.` })
  }
  const take: Take = ({ code, found }) => {
    if (found.kind === 'command') return undefined
    const own = items.filter(({ variantId }) => variantId === found.variantId)
    const [item] = own
    // A GS1 code, or the number of a lot.
    if (item) return pack(code, { item, own, qty: found.gs1?.count ?? found.qty ?? '1' }).then(say)
    return say(wrong(found.kind === 'unknown' ? `the unknown code ${found.label}` : nameOf(found)))
  }
  useScan(take, { know, screen: 'pack', everyScanCounts: true, showsAnswers: true })
  return {
    into,
    said,
    say: setSaid,
    /** Takes the last scan out again. */
    undo: undo && (() => void undo().then((answer) => signal(say(answer).tone))),
    /** The package was closed. */
    forget: () => {
      setOpened(undefined)
      setUndo(undefined)
    },
  }
}
