import { formats } from './formats.ts'

/** Looks for a code; the picture is used up by it. */
export type Detector = {
  detect: (picture: ImageBitmap) => Promise<string | undefined>
  close: () => void
}

/** Message to the worker, and its reply. Each picture has its own channel. */
export type DetectRequest = { picture: ImageBitmap; answer: MessagePort }
export type DetectReply = { code: string | undefined } | { problem: string }

type Reader = { detect: (picture: ImageBitmap) => Promise<{ rawValue: string }[]> }

declare global {
  interface Window {
    BarcodeDetector?: {
      new (options: { formats: readonly string[] }): Reader
      getSupportedFormats: () => Promise<string[]>
    }
  }
}

/**
 * The browser's own detector where it knows all our codes. Else one that is fetched from here and works
 * in a worker, or in the page where it does not work there.
 */
export async function openDetector(): Promise<Detector> {
  const native = window.BarcodeDetector
  const known = await native?.getSupportedFormats().catch((): string[] => [])
  if (native && formats.every((format) => known?.includes(format)))
    return inPage(new native({ formats }))
  const worker = inWorker()
  try {
    // A picture of nothing shows whether all that is needed works there.
    await worker.detect(await createImageBitmap(new ImageData(1, 1)))
    return worker
  } catch {
    worker.close()
    const { openLibrary } = await import('./library.ts')
    return inPage(openLibrary())
  }
}

const inPage = (reader: Reader): Detector => ({
  async detect(picture) {
    const [found] = await reader.detect(picture)
    picture.close()
    return found?.rawValue
  },
  close() {},
})

function inWorker(): Detector {
  const worker = new Worker(new URL('./decode-worker.ts', import.meta.url), { type: 'module' })
  return {
    detect: (picture) =>
      new Promise((resolve, reject) => {
        const { port1, port2 } = new MessageChannel()
        worker.onerror = () => reject(new Error('The worker could not be loaded'))
        port1.onmessage = ({ data }: MessageEvent<DetectReply>) => {
          port1.close()
          if ('problem' in data) reject(new Error(data.problem))
          else resolve(data.code)
        }
        worker.postMessage({ picture, answer: port2 } satisfies DetectRequest, [picture, port2])
      }),
    close: () => worker.terminate(),
  }
}
