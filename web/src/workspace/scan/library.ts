import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { formats } from './formats.ts'

/** Opens the barcode library for browsers without a detector. Its WebAssembly is served by Stowage too. */
export function openLibrary() {
  prepareZXingModule({ overrides: { locateFile: () => wasm } })
  return new BarcodeDetector({ formats: [...formats] })
}
