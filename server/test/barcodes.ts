import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
await prepareZXingModule({
  overrides: { wasmBinary: Uint8Array.from(readFileSync(wasm)).buffer },
  fireImmediately: true,
})

/** Reads all codes of a drawing, as a scanner would: their format and text. */
export async function scanDrawing(svg = ''): Promise<[format: string, text: string][]> {
  const drawing = sharp(Buffer.from(svg), { density: 144 }).flatten({ background: 'white' })
  // Without the white around it: reading takes as long as there are points.
  const bytes = new Uint8Array(
    await drawing
      .trim({ background: 'white' })
      .extend({ top: 40, bottom: 40, left: 40, right: 40, background: 'white' })
      .png()
      .toBuffer(),
  )
  const found = await readBarcodes(bytes, {
    tryHarder: true,
    tryRotate: false,
    tryInvert: false,
    tryDownscale: false,
  })
  return found.map(({ format, text }) => [String(format), text])
}
