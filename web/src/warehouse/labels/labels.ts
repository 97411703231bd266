import { labels as practiceLabels } from '@stowage/contract/warehouse/labels'
import { labels, labelSizes, sheets, type LabelTemplate } from '@stowage/contract/workspace/labels'
import type { UnprintableMode } from '@stowage/contract/unprintable'
import { useEffect, useRef } from 'react'
import { download } from '../../app/download.ts'
import { saveFile } from '../../app/save-file.ts'
import type { CallOf } from '../../app/transport.ts'

export type Order = NonNullable<CallOf<typeof labels.print>['body']>

const types = { html: 'text/html', pdf: 'application/pdf', zpl: 'application/zpl' } as const

const fetched = (slug: string, body: Order, signal: AbortSignal) =>
  download(labels.print, { params: { slug }, body }, { signal, onPiece: () => {} })

const practice = (
  slug: string,
  query: { format: 'html' | 'pdf'; unprintable: UnprintableMode },
  signal: AbortSignal,
) => download(practiceLabels.practice, { params: { slug }, query }, { signal, onPiece: () => {} })

/** The pages of a document, each a drawing as text. */
const drawingsIn = async ({ content }: { content: Blob }) =>
  (await content.text()).match(/<svg .*?<\/svg>/gs) ?? []

/** The drawings of the pages, one for each, as text. */
export const drawingsOf = async (slug: string, order: Order, signal: AbortSignal) =>
  drawingsIn(await fetched(slug, { ...order, format: 'html' }, signal))

/** The sheet to practise scanning with, as drawings of its pages. */
export const practiceDrawings = async (
  slug: string,
  unprintable: UnprintableMode,
  signal: AbortSignal,
) => drawingsIn(await practice(slug, { format: 'html', unprintable }, signal))

export async function savePractice(
  slug: string,
  unprintable: UnprintableMode,
  signal: AbortSignal,
): Promise<void> {
  const { name, content } = await practice(slug, { format: 'pdf', unprintable }, signal)
  saveFile(name, content, types.pdf)
}

export async function saveLabels(
  slug: string,
  order: Order & { format: 'pdf' | 'zpl' },
  signal: AbortSignal,
): Promise<void> {
  const { name, content } = await fetched(slug, order, signal)
  saveFile(name, content, types[order.format])
}

/** An address under which an image shows a drawing. */
export const addressOf = (drawing: string) => `data:image/svg+xml,${encodeURIComponent(drawing)}`

/** How many labels go on the paper. */
export const placesOn = (template: LabelTemplate) =>
  sheets[template].columns * sheets[template].rows

export const sizeText = (template: LabelTemplate) =>
  `${labelSizes[template].width} x ${labelSizes[template].height} mm`

/**
 * Prints drawings, each on a page of exactly its size: they are put into this page where only a printer
 * sees them, with the stylesheet that says how large the paper is.
 */
export async function printDrawings(
  drawings: readonly string[],
  paper: LabelTemplate | 'a4',
): Promise<void> {
  const sheet = document.createElement('div')
  sheet.className = 'label-sheet'
  sheet.setAttribute('aria-hidden', 'true')
  const images = drawings.map((drawing) => {
    const image = new Image()
    image.alt = ''
    image.src = addressOf(drawing)
    sheet.append(image)
    return image.decode()
  })
  const style = document.createElement('link')
  style.rel = 'stylesheet'
  style.href = `/css/print-${paper}.css`
  const styled = new Promise<void>((resolve, reject) => {
    style.onload = () => resolve()
    style.onerror = () => reject(new Error('Couldn’t load the paper size.'))
  })
  document.head.append(style)
  document.body.append(sheet)
  const clear = () => {
    sheet.remove()
    style.remove()
  }
  try {
    await Promise.all([styled, ...images])
  } catch (error) {
    clear()
    throw error
  }
  addEventListener('afterprint', clear, { once: true })
  print()
}

/** Aborted once the part of the page that began something is gone; undefined before it is there. */
export function useSignal() {
  const signal = useRef<AbortSignal>(undefined)
  useEffect(() => {
    const running = new AbortController()
    signal.current = running.signal
    return () => running.abort()
  }, [])
  return signal
}
