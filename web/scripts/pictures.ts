import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import { mark } from '../src/site/mark.ts'

/*
 * Draws what stands for the product outside its pages, from the mark: the icons of browsers and home
 * screens, and the picture that messengers show beside a link. `npm run pictures:icons`
 */
const publicFile = (name: string) => fileURLToPath(new URL(`../public/${name}`, import.meta.url))
const font = readFileSync(
  createRequire(import.meta.url).resolve(
    '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  ),
)

/** `rounding` of the corners and `margin` around the mark, both on its grid of 32. */
function icon({ rounding, margin = 0 }: { rounding: number; margin?: number }) {
  const side = 32 + 2 * margin
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-margin} ${-margin} ${side} ${side}">
  <rect x="${-margin}" y="${-margin}" width="${side}" height="${side}" rx="${rounding}" fill="#1d4ed8"/>
  <path fill="none" stroke="#fff" stroke-width="3" d="${mark.rack}"/>
  <path fill="#bfdbfe" d="${mark.boxes}"/>
</svg>
`
}

const round = icon({ rounding: 7 })
/** Home screens cut their own corners, up to a circle of four fifths of the side. */
const full = icon({ rounding: 0, margin: 3 })

async function draw(page: Page, html: string, width: number, height = width) {
  await page.setViewportSize({ width, height })
  await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${html}`)
  await page.evaluate(() => document.fonts.ready)
  return page.screenshot({ omitBackground: true })
}

/** PNG pictures in the container that browsers ask for unbidden as /favicon.ico. */
function ico(pictures: { side: number; png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  pictures.forEach(({ side, png }, index) => {
    const entry = 6 + 16 * index
    head.writeUInt8(side, entry)
    head.writeUInt8(side, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(png.length, entry + 8)
    head.writeUInt32LE(offset, entry + 12)
    offset += png.length
  })
  return Buffer.concat([head, ...pictures.map(({ png }) => png)])
}

/** Shelves with boxes, as a pattern of the picture's right side. */
function shelves() {
  const rows = [
    [0, 96, 72, 60, 110],
    [30, 70, 120, 50, 84],
    [10, 130, 64, 88, 70],
  ]
  const boxes = rows.flatMap(([start = 0, ...widths], row) => {
    let x = 800 + start
    return widths.map((width, index) => {
      const height = 54 + ((index * 37 + row * 23) % 48)
      const isMarked = (index + row) % 3 === 1
      const box = `<rect x="${x}" y="${226 + row * 140 - height}" width="${width - 10}" height="${height}" rx="3" fill="${isMarked ? '#1d4ed8' : '#bfdbfe'}"/>`
      x += width
      return box
    })
  })
  const boards = rows.map(
    (_, row) => `<rect x="780" y="${226 + row * 140}" width="420" height="10" fill="#78869b"/>`,
  )
  return `${boxes.join('')}${boards.join('')}<rect x="770" y="96" width="10" height="534" fill="#78869b"/>`
}

const preview = `<style>
  @font-face { font-family: Inter; font-weight: 100 900; src: url(data:font/woff2;base64,${font.toString('base64')}) }
  body { background: #f8fafc; font-family: Inter; color: #0f172a }
  .words { position: absolute; inset: 96px auto auto 80px; width: 640px }
  .brand { display: flex; align-items: center; gap: 20px; font-size: 44px; font-weight: 650; letter-spacing: -.02em }
  .brand svg { width: 72px }
  h1 { margin: 56px 0 0; font-size: 60px; line-height: 1.12; font-weight: 650; letter-spacing: -.025em }
  p { margin: 32px 0 0; font-size: 28px; color: #475569 }
</style>
<svg width="1200" height="630" viewBox="0 0 1200 630">${shelves()}</svg>
<div class="words"><div class="brand">${round}Stowage</div>
<h1>Every box in its place</h1>
<p>Warehouse management</p></div>`

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb'],
})
const page = await browser.newPage()
writeFileSync(publicFile('favicon.svg'), round)
const small = []
for (const side of [16, 32, 48]) small.push({ side, png: await draw(page, round, side) })
writeFileSync(publicFile('favicon.ico'), ico(small))
writeFileSync(publicFile('apple-touch-icon.png'), await draw(page, full, 180))
writeFileSync(publicFile('icon-192.png'), await draw(page, round, 192))
writeFileSync(publicFile('icon-512.png'), await draw(page, round, 512))
writeFileSync(publicFile('icon-maskable-512.png'), await draw(page, full, 512))
writeFileSync(publicFile('images/preview.png'), await draw(page, preview, 1200, 630))
await browser.close()
