import { practiceLabels } from '@stowage/contract/warehouse/product-labels'
import { labels, labelSizes, type LabelTemplate } from '@stowage/contract/workspace/print'
import type { UnprintableMode } from '@stowage/contract/unprintable'
import { download } from '../../app/download.ts'
import { saveFile } from '../../app/save-file.ts'
import type { CallOf } from '../../app/transport.ts'

export type Order = NonNullable<CallOf<typeof labels.print>['body']>

/** Asks for something to print: drawings of its pages in `html`, or a file to save. */
type Ask<Format> = (
  format: Format | 'html',
  signal: AbortSignal,
) => Promise<{ name: string; content: Blob }>

export const askForLabels =
  (slug: string, order: Order): Ask<'pdf' | 'zpl'> =>
  (format, signal) =>
    download(labels.print, { params: { slug }, body: { ...order, format } }, { signal })

/** The sheet to practise scanning with. */
export const askForPractice =
  (slug: string, unprintable: UnprintableMode): Ask<'pdf'> =>
  (format, signal) =>
    download(
      practiceLabels.practice,
      { params: { slug }, query: { format, unprintable } },
      { signal },
    )

/** Returns the drawings of the pages, one for each, as text. */
export async function drawingsOf(ask: Ask<never>, signal: AbortSignal): Promise<string[]> {
  const { content } = await ask('html', signal)
  return (await content.text()).match(/<svg .*?<\/svg>/gs) ?? []
}

export async function save<Format extends 'pdf' | 'zpl'>(
  ask: Ask<Format>,
  format: Format,
  signal: AbortSignal,
): Promise<void> {
  const { name, content } = await ask(format, signal)
  saveFile(name, content, `application/${format}`)
}

/** An address under which an image shows a drawing. */
export const addressOf = (drawing: string) => `data:image/svg+xml,${encodeURIComponent(drawing)}`

export const sizeText = (template: LabelTemplate) =>
  `${labelSizes[template].width} x ${labelSizes[template].height} mm`

/** Shows on paper one picture for each page, as large as the page, and nothing else. */
const paperStyle = ({ width, height }: { width: number; height: number }) => `
  @page { size: ${width}mm ${height}mm; margin: 0 }
  @media screen { .label-sheet { display: none } }
  @media print {
    html, body { margin: 0; padding: 0; background: white }
    body > :not(.label-sheet) { display: none }
    .label-sheet img {
      display: block;
      width: ${width}mm;
      height: ${height}mm;
      max-width: none;
      break-after: page;
    }
    .label-sheet img:last-of-type { break-after: auto }
  }`

/**
 * Prints drawings, each on a page of exactly its size: they are put into this page where only a printer
 * sees them, with a style sheet that says how large the paper is.
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
  const style = new CSSStyleSheet()
  style.replaceSync(paperStyle(paper === 'a4' ? { width: 210, height: 297 } : labelSizes[paper]))
  document.adoptedStyleSheets.push(style)
  document.body.append(sheet)
  const clear = () => {
    sheet.remove()
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== style)
  }
  try {
    await Promise.all(images)
  } catch (error) {
    clear()
    throw error
  }
  addEventListener('afterprint', clear, { once: true })
  print()
}
