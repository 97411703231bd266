// Makes web/src/app/inter-basic.woff2, which every page loads: the letters nearly every text is written with,
// in the weights we use. The whole Inter is three times as heavy and comes when another letter does.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import subset from 'subset-font'

const whole = fileURLToPath(
  import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
)
const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('')
/** As in the first `unicode-range` of tokens.css. */
const letters = `${ascii}\u00a0\u00a9\u00b7\u2013\u2014\u2018\u2019\u201c\u201d\u2026`

const font = await subset(readFileSync(whole), letters, {
  targetFormat: 'woff2',
  // Kerning, and figures of one width for tables.
  keepFeatures: ['kern', 'tnum'],
  // Below 14 KB it comes in one journey.
  noHinting: true,
  dropTables: ['STAT', 'gasp'],
  variationAxes: { wght: { min: 400, max: 650 } },
})
writeFileSync(fileURLToPath(new URL('../src/app/inter-basic.woff2', import.meta.url)), font)
