import { outlineOf, outlineUnits } from './outline.ts'
import type { Label, Page, Placed } from './labels.ts'
import type { Mark } from './symbols.ts'

const short = (number: number) => String(Math.round(number * 1000) / 1000)
const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** Returns a document to print, with a drawing on each page, which is as large as its paper. */
export const htmlOf = (pages: readonly Page[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Labels</title>
<style>@page{size:${pages[0]?.width}mm ${pages[0]?.height}mm;margin:0}body{margin:0}svg{display:block;break-after:page}svg:last-of-type{break-after:auto}</style>
</head>
<body>
${pages.map(drawingOf).join('\n')}
</body>
</html>
`

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

/** One path, so no renderer leaves hairlines between bars that touch. */
function markOf({ symbol, x, y, width, height }: Mark): string {
  const [sx, sy] = [width / symbol.width, height / symbol.height]
  const bars = symbol.bars.map(
    (bar) =>
      `M${short(x + bar.x * sx)} ${short(y + bar.y * sy)}h${short(bar.width * sx)}v${short(bar.height * sy)}h${short(-bar.width * sx)}z`,
  )
  return `<path shape-rendering="crispEdges" d="${bars.join('')}"/>`
}
