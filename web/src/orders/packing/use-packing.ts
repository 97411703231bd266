import { fulfillments, type Fulfillment } from '@stowage/contract/orders/fulfillments'
import { packing } from '@stowage/contract/orders/packing'
import type { Reply } from '@stowage/contract/route'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { send } from '../../app/api.ts'
import { formatQuantity } from '../../app/format.ts'
import { newId } from '../../app/ids.ts'
import { ApiError } from '../../app/transport.ts'
import { explain } from '../../workspace/refusals/refusals.ts'
import type { Answer, Take } from '../../workspace/scan/queue.ts'

type Item = { code: string; lot?: string; qty?: string }
type Moved = Reply<typeof packing.scan>

/** What was packed, in words. */
export const packedText = ({ item: { sku, qty, left } }: Moved) =>
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
  /** Opens a package if none is open, and returns what `put` makes of it. */
  const packInto = async (
    put: (packageId: string) => Promise<Moved>,
  ): Promise<Moved & { packageId: string }> => {
    const body = { fulfillmentId }
    into.current ??= (await send(packing.open, { params: { slug }, body })).package.id
    const packageId = into.current
    try {
      return { ...(await put(packageId)), packageId }
    } finally {
      await refresh()
    }
  }
  const pack = (item: Item) =>
    packInto((packageId) => {
      const body = { ...item, scanId: newId() }
      return send(packing.scan, { params: { slug, packageId }, body })
    })
  const packQuantity = (item: Item & { qty: string }) =>
    packInto((packageId) => {
      const body = { ...item, scanId: newId() }
      return send(packing.pack, { params: { slug, packageId }, body })
    })
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
export function takeOf({ pack, remove }: ReturnType<typeof usePacking>): Take {
  return async ({ code, found }): Promise<Answer | undefined> => {
    if (left.includes(found.kind)) return undefined
    try {
      const moved = await pack({ code })
      const { qty } = moved.item
      const undo = () => remove(moved.packageId, { code, qty })
      return { tone: 'ok', text: `${packedText(moved)}.`, undo }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { tone: 'bad', text: [error.message, ...explain(error)].join(' ') }
    }
  }
}
