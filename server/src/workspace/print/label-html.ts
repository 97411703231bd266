import type { LabelOrder } from '@stowage/contract/workspace/labels'
import { outlineOf, outlineUnits } from './outline.ts'
import type { Label, Mark, Placed } from './place-labels.ts'
import type { Page } from './label-sheets.ts'

const short = (number: number) => String(Math.round(number * 1000) / 1000)
const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/**
 * A document to print: one drawing for each page. It holds no style of its own, because the pages of
 * the product allow none; the size of the paper comes with the stylesheet of that paper.
 */
export function htmlOf(
  pages: readonly Page[],
  { template, paper }: Pick<LabelOrder, 'template' | 'paper'>,
  publicUrl: string,
): string {
  const sheet = paper === 'a4' ? 'a4' : template
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Labels</title>
<link rel="stylesheet" href="${escaped(publicUrl)}/css/print-${sheet}.css">
</head>
<body>
${pages.map(drawingOf).join('\n')}
</body>
</html>
`
}

/** On white, whatever the page around it looks like. */
const drawingOf = ({ width, height, labels }: Page) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(labels.map(({ label }) => label.lines.map(({ line }) => line.text).join(', ')).join('; '))}"><rect width="100%" height="100%" fill="white"/>${labels
    .map(
      ({ label, x, y }) =>
        `<g transform="translate(${short(x)} ${short(y)})">${partsOf(label)}</g>`,
    )
    .join('')}</svg>`

const partsOf = ({ lines, marks, arrow }: Label) =>
  [
    ...marks.map(markOf),
    ...(arrow.length > 0
      ? [`<polygon points="${arrow.map((corner) => corner.map(short).join(',')).join(' ')}"/>`]
      : []),
    ...lines.map(textOf),
  ].join('')

/** Outlines of the letters: a browser would take other fonts than the PDF, and lines would be of other lengths. */
const textOf = ({ line, x, baseline, size }: Placed) => {
  const scale = Math.round((size / outlineUnits) * 1e6) / 1e6
  return `<path data-text="${escaped(line.text)}" transform="translate(${short(x)} ${short(baseline)}) scale(${scale} ${-scale})" d="${outlineOf(line)}"/>`
}

/** One path, so that no renderer leaves hairlines between bars that touch. */
function markOf({ symbol, x, y, width, height }: Mark): string {
  const [sx, sy] = [width / symbol.width, height / symbol.height]
  const bars = symbol.bars.map(
    (bar) =>
      `M${short(x + bar.x * sx)} ${short(y + bar.y * sy)}h${short(bar.width * sx)}v${short(bar.height * sy)}h${short(-bar.width * sx)}z`,
  )
  return `<path shape-rendering="crispEdges" d="${bars.join('')}"/>`
}
