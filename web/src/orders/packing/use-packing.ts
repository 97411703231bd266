import { fulfillments, type Fulfillment } from '@stowage/contract/orders/fulfillments'
import { packing } from '@stowage/contract/orders/packing'
import type { Reply } from '@stowage/contract/route'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { send } from '../../app/api.ts'
import { formatQuantity } from '../../app/format.ts'
import { newId } from '../../app/ids.ts'
import { ApiError } from '../../app/transport.ts'
import { nameOf } from '../../workspace/scan/opening.ts'
import { explain } from '../../workspace/refusals/refusals.ts'
import type { Answer, Take } from '../../workspace/scan/queue.ts'

type Item = { code: string; lot?: string; qty?: string }
type Moved = Reply<typeof packing.scan>

/** What was packed, in words. */
export const packedText = ({ item: { sku, qty, left } }: Pick<Moved, 'item'>) =>
  `${formatQuantity(qty)} ${sku} packed, ${left === '0' ? 'none' : formatQuantity(left)} left`

/** Packs into the open package of a fulfillment, which the first item opens, and takes out again. */
export function usePacking(slug: string, { id: fulfillmentId, packages }: Fulfillment) {
  const client = useQueryClient()
  const open = packages.findLast(({ state }) => state === 'open')?.id
  // Scans come faster than the page is read again.
  const into = useRef(open)
  useEffect(() => {
    into.current = open
  }, [open])
  const refresh = () =>
    Promise.all(
      [fulfillments.details, fulfillments.list].map((read) =>
        client.invalidateQueries({ queryKey: [read.path] }),
      ),
    )
  /** Packs into the open package. Without one the item opens it, so that a refused one leaves none behind. */
  const packInto = async (
    item: Item,
    isScanned: boolean,
    put: (packageId: string, body: Item & { scanId: string }) => Promise<Moved>,
  ): Promise<Pick<Moved, 'item'> & { packageId: string }> => {
    const scan = { ...item, scanId: newId() }
    const packageId = into.current
    try {
      if (packageId !== undefined) return { item: (await put(packageId, scan)).item, packageId }
      const body = { fulfillmentId, item: { ...scan, isScanned } }
      const opened = await send(packing.open, { params: { slug }, body })
      into.current = opened.package.id
      if (!opened.item) throw new Error('A package was opened without the item that was sent')
      return { item: opened.item, packageId: opened.package.id }
    } finally {
      await refresh()
    }
  }
  const pack = (item: Item) =>
    packInto(item, true, (packageId, body) =>
      send(packing.scan, { params: { slug, packageId }, body }),
    )
  const packQuantity = (item: Item & { qty: string }) =>
    packInto(item, false, (packageId, body) =>
      send(packing.pack, { params: { slug, packageId }, body: { ...body, qty: item.qty } }),
    )
  const remove = async (packageId: string, item: Item): Promise<void> => {
    const body = { ...item, scanId: newId() }
    await send(packing.remove, { params: { slug, packageId }, body })
    await refresh()
  }
  return { pack, packQuantity, remove, refresh }
}

/** Documents and places are opened; all else is packed. */
const left = [
  'command',
  'order',
  'fulfillment',
  'package',
  'shipment',
  'location',
  'receipt',
  'adjustment',
  'customer',
  'member',
]

/** Answers each scan of an item by packing it, with what is left of it. */
export function takeOf({
  pack,
  remove,
}: Pick<ReturnType<typeof usePacking>, 'pack' | 'remove'>): Take {
  return async ({ code, found }): Promise<Answer | undefined> => {
    if (left.includes(found.kind)) return undefined
    try {
      const moved = await pack({ code })
      const { qty } = moved.item
      const undo = () => remove(moved.packageId, { code, qty })
      return { tone: 'ok', text: `${packedText(moved)}.`, undo }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const isKnown = error.code === 'wrong_item_scanned' && found.kind !== 'unknown'
      const named = isKnown ? [`This is ${nameOf(found)}.`] : []
      return { tone: 'bad', text: [error.message, ...explain(error), ...named].join(' ') }
    }
  }
}
