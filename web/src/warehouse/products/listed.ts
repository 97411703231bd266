import { z } from 'zod'
import type { PageReply } from '../../parts/list.ts'

/** The page of the list of products that was seen last in this tab. */
const page = z.object({
  slug: z.string(),
  skus: z.array(z.string()),
  /** The place of the first in the whole list, counted from 1. */
  from: z.int(),
  total: z.int().nullable(),
  capped: z.boolean(),
})
type Listed = z.output<typeof page>

const key = 'stowage.listed'

/** Keeps which products stand beside each other, for the page of each. */
export function keepListed(
  slug: string,
  from: number,
  { items, total, capped }: PageReply & { items: readonly { sku: string }[] },
) {
  const listed: Listed = { slug, skus: items.map(({ sku }) => sku), from, total, capped }
  sessionStorage.setItem(key, JSON.stringify(listed))
}

/** Parses the last list stored; undefined if another version of the product stored it. */
export function listedIn(stored: string | null): Listed | undefined {
  try {
    return page.safeParse(JSON.parse(stored ?? 'null')).data
  } catch {
    return undefined
  }
}

export const lastListed = () => listedIn(sessionStorage.getItem(key))

/**
 * Returns the position of an item in a list, as in '3 of 128', and its neighbours on the same page of it; undefined
 * when it is not there. `format` writes a number.
 */
export function standing(
  listed: Listed | undefined,
  slug: string,
  sku: string,
  format: (count: number) => string,
) {
  const at = listed?.slug === slug ? listed.skus.indexOf(sku) : -1
  if (!listed || at < 0) return undefined
  const { skus, from, total, capped } = listed
  const place = format(from + at)
  const of = total === null ? '' : ` of ${format(total)}${capped ? '+' : ''}`
  return { text: `${place}${of}`, before: skus[at - 1], after: skus[at + 1] }
}
