import { isSameKey } from '@stowage/contract/folding'
import type { PackableItem } from '@stowage/contract/orders/packing'
import {
  compareQuantities,
  isMoreThanZero,
  minus,
  sumOf,
} from '../../warehouse/products/quantities.ts'

/** Returns the quantity not packed yet. */
export const leftOf = ({ picked, packed }: PackableItem) => minus(picked, packed)

/** Returns the total quantity of these items that is not packed yet. */
export const sumLeft = (items: readonly PackableItem[]) => sumOf(...items.map(leftOf))

const isCalled = ({ sku, serial, codes }: PackableItem, code: string) =>
  isSameKey(code, sku) ||
  (serial !== null && isSameKey(code, serial)) ||
  codes.some((one) => one.code === code)

/** All of an item that a code stands for, and how much one scan of it packs. */
export type Called = { item: PackableItem; own: readonly PackableItem[]; qty: string }

/** Returns what a code stands for among these items, or undefined for a code of none of them. */
export function calledBy(items: readonly PackableItem[], code: string): Called | undefined {
  const called = items.filter((item) => isCalled(item, code))
  const [item] = called
  if (!item) return undefined
  const own = called.filter(({ variantId }) => variantId === item.variantId)
  return { item, own, qty: item.codes.find((one) => one.code === code)?.qty ?? '1' }
}

type Movement = { kind: 'pack' | 'unpack'; body: { code: string; qty: string } }

/** Returns the items after these scans are applied. Each scan fills the lines of its item in order. */
export function packed(items: readonly PackableItem[], scans: readonly Movement[]): PackableItem[] {
  return scans.reduce<PackableItem[]>(
    (before, { kind, body: { code, qty } }) => {
      const own = calledBy(before, code)?.own ?? []
      let open = qty
      return before.map((item) => {
        const room = kind === 'pack' ? leftOf(item) : item.packed
        if (!own.includes(item) || !isMoreThanZero(open) || !isMoreThanZero(room)) return item
        const take = compareQuantities(room, open) < 0 ? room : open
        open = minus(open, take)
        const now = kind === 'pack' ? sumOf(item.packed, take) : minus(item.packed, take)
        return { ...item, packed: now }
      })
    },
    [...items],
  )
}
