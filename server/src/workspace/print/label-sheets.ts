import { labelSizes, sheets, type LabelOrder } from '@stowage/contract/workspace/labels'
import type { Label } from './place-labels.ts'

/** A page in millimetres with labels on it, each by its upper left corner. */
export type Page<Drawn = Label> = {
  width: number
  height: number
  labels: { label: Drawn; x: number; y: number }[]
}

const a4 = { width: 210, height: 297 }

/** One page for each label of a roll, or A4 sheets of them, the first begun at `startAt`. */
export function pagesOf(
  labels: readonly Label[],
  { template, paper, startAt }: Pick<LabelOrder, 'template' | 'paper' | 'startAt'>,
): Page[] {
  const size = labelSizes[template]
  if (paper === 'roll') return labels.map((label) => ({ ...size, labels: [{ label, x: 0, y: 0 }] }))
  const { columns, rows } = sheets[template]
  const left = (a4.width - columns * size.width) / 2
  const top = (a4.height - rows * size.height) / 2
  const pages: Page[] = []
  for (const [i, label] of labels.entries()) {
    const place = (i + startAt - 1) % (columns * rows)
    if (place === 0 || i === 0) pages.push({ ...a4, labels: [] })
    pages.at(-1)?.labels.push({
      label,
      x: left + (place % columns) * size.width,
      y: top + Math.floor(place / columns) * size.height,
    })
  }
  return pages
}
