import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** The kinds of codes that stand on goods, shelves and papers; fewer are found sooner. */
const formats = [
  ...(['ean_13', 'ean_8', 'upc_a', 'code_128', 'code_39', 'itf'] as const),
  ...(['data_matrix', 'qr_code'] as const),
]

type Source = HTMLVideoElement | ImageBitmap
export type Detector = { detect: (source: Source) => Promise<{ rawValue: string }[]> }

declare global {
  interface Window {
    BarcodeDetector?: {
      new (options: { formats: readonly string[] }): Detector
      getSupportedFormats: () => Promise<string[]>
    }
  }
}

/** The browser's own detector where it knows all our codes, else one that is fetched from here. */
export async function openDetector(): Promise<Detector> {
  const native = window.BarcodeDetector
  const known = await native?.getSupportedFormats().catch((): string[] => [])
  if (native && formats.every((format) => known?.includes(format))) return new native({ formats })
  const { BarcodeDetector, prepareZXingModule } = await import('barcode-detector/ponyfill')
  prepareZXingModule({ overrides: { locateFile: () => wasm } })
  return new BarcodeDetector({ formats })
}
