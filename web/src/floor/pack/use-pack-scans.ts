import type { Fulfillment } from '@stowage/contract/orders/fulfillments'
import type { PackableItem } from '@stowage/contract/orders/packing'
import { formatQuantity } from '../../app/format.ts'
import { nameOf } from '../../workspace/scan/opening.ts'
import type { Take } from '../../workspace/scan/queue.ts'
import { useScan } from '../../workspace/scan/use-scan.ts'
import { wrongText } from '../../orders/packing/pack-scans.ts'
import { usePacking, type DeliverPack } from '../../orders/packing/use-packing.ts'
import { keep } from '../outbox/outbox.ts'
import type { useOutbox } from '../outbox/use-outbox.ts'

type Work = {
  slug: string
  fulfillment: Fulfillment
  /** With what waits on the device. */
  items: readonly PackableItem[]
  outbox: ReturnType<typeof useOutbox>
  whyNot: string | undefined
  times: string | undefined
  onPacked: () => void
  onClose: () => void
}

/** Packs by scans that are kept on the device until they are sent; a code of nothing here is refused. */
export function usePackScans({ outbox, onClose, ...order }: Work) {
  const { slug, fulfillment, items } = order
  const { member, memberName, isOnline } = outbox
  const deliver: DeliverPack = async ({ kind, package: { id, number }, item, sku }) => {
    const { code, qty = '1' } = item
    const outcome = await keep({
      kind,
      slug,
      member,
      memberName,
      fulfillmentId: fulfillment.id,
      packageId: id,
      title: `${formatQuantity(qty)} ${sku} ${kind === 'pack' ? 'into' : 'out of'} ${number}`,
      body: { code, qty },
    })
    if (outcome.kind === 'refused') throw outcome.error
    return outcome.kind === 'waiting' ? { waiting: outcome.scanId } : {}
  }
  const work = usePacking({ ...order, isOnline, deliver })
  const know = (code: string): ReturnType<Take> => {
    if (/^CMD:CLOSE$/i.test(code)) {
      onClose()
      return { tone: 'ok', text: fulfillment.number }
    }
    return /^CMD:UNDO$/i.test(code) && work.undo ? work.undo() : work.scan({ code })
  }
  const take: Take = (scan) => {
    const { found } = scan
    if (found.kind === 'command') return undefined
    const got = found.kind === 'unknown' ? `the unknown code ${found.label}` : nameOf(found)
    const text = wrongText(items, fulfillment.number, got)
    return work.scan(scan) ?? work.say({ tone: 'bad', text })
  }
  useScan(take, { know, screen: 'pack', everyScanCounts: true, showsAnswers: true })
  return work
}
