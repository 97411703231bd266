import type { Fulfillment } from '@stowage/contract/orders/fulfillments'
import { packing, type PackableItem, type SentBack } from '@stowage/contract/orders/packing'
import type { Reply } from '@stowage/contract/route'
import { settings } from '@stowage/contract/warehouse/settings'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchChanged, load, useAction } from '../../app/api.ts'
import { formatQuantity } from '../../app/format.ts'
import { readQuantity } from '../../app/quantity.ts'
import { compareQuantities, isMoreThanZero, minus } from '../../warehouse/products/quantities.ts'

/** Returns the feedback on a line that was sent back. */
export function sentText({ sku, qty, waits, picks }: SentBack): string {
  const parts = [
    ...picks.map((pick) => `pick ${formatQuantity(pick.qty)} again from ${pick.location}`),
    ...(isMoreThanZero(waits) ? [`${formatQuantity(waits)} backordered`] : []),
  ]
  return `${formatQuantity(qty)} ${sku} sent back: ${parts.join(', ')}`
}

type SendBackOptions = {
  slug: string
  fulfillment: Fulfillment
  items: readonly PackableItem[]
  onSent: (reply: Reply<typeof packing.sendBack>) => void
}

const keyOf = ({ lineNo, lot, serial }: PackableItem) => [lineNo, lot, serial].join(' ')

/** Manages the form that sends missing items back to pick: the quantity per item and the reason. */
export function useSendBack({ slug, fulfillment, items, onSent }: SendBackOptions) {
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [reasonCode, setReason] = useState('')
  const [note, setNote] = useState('')
  const read = useQuery(load(settings.reasons, { params: { slug } }))
  const save = useAction(packing.sendBack)
  const reasons = (read.data?.items ?? []).filter(
    ({ applies, state }) => state === 'active' && applies.includes('short_pick'),
  )
  const reason = reasons.find(({ code }) => code === reasonCode)
  const lines = items
    .map((item) => {
      const key = keyOf(item)
      const text = typed[key] ?? ''
      const left = minus(item.picked, item.packed)
      const qty = readQuantity(text)
      const isTooMuch = qty !== undefined && compareQuantities(qty, left) > 0
      const set = (now: string) => setTyped((all) => ({ ...all, [key]: now }))
      return { key, item, text, left, qty, isTooMuch, set }
    })
    .filter(({ left }) => isMoreThanZero(left))
  const missing = lines.flatMap(({ item: { lineNo, lot, serial }, qty }) =>
    qty !== undefined && isMoreThanZero(qty) ? [{ lineNo, lot, serial, qty }] : [],
  )
  const wrong = lines.find(
    ({ text, qty, isTooMuch }) => isTooMuch || (text.trim() !== '' && qty === undefined),
  )
  const why = wrong
    ? `Enter up to ${formatQuantity(wrong.left)} of ${wrong.item.sku}.`
    : missing.length === 0
      ? 'Enter what is missing first.'
      : !reason
        ? 'Choose a reason first.'
        : reason.requiresNote && note.trim() === ''
          ? `"${reason.name}" needs a note.`
          : undefined
  const submit = () =>
    // The page is another one before its callback would run.
    save
      .mutateAsync({
        params: { slug, fulfillmentId: fulfillment.id },
        body: {
          version: fulfillment.version,
          lines: missing,
          reasonCode,
          ...(note.trim() && { note: note.trim() }),
        },
      })
      .then(onSent, () =>
        // Somebody else was faster: the page shows what is left.
        fetchChanged(packing.sendBack),
      )
  return { lines, read, reasons, reason, reasonCode, setReason, note, setNote, save, why, submit }
}
