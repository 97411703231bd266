import { bandOf } from './band.ts'
import type { Detector } from './detector.ts'

/** Nine looks a second: enough for a hand that moves, and the phone stays cool. */
const lookEvery = 110
/** A code that stays in view is read once. */
const forgetAfter = 1_500

const pictureOf = (screen: HTMLVideoElement) => {
  const { x, y, width, height } = bandOf(screen.videoWidth, screen.videoHeight)
  return createImageBitmap(screen, x, y, width, height)
}

/**
 * Looks at what the frame shows until `signal` says stop, and not while nobody sees the page. Each code
 * is told once, until it has been out of sight for a while.
 */
export function watch(
  screen: HTMLVideoElement,
  detector: Detector,
  onCode: (code: string) => void,
  signal: AbortSignal,
) {
  const seen = { code: '', at: 0 }
  let timer: ReturnType<typeof setTimeout> | undefined
  signal.addEventListener('abort', () => clearTimeout(timer))
  const look = async () => {
    const began = performance.now()
    if (!document.hidden && screen.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) {
      // A look that fails is one that found nothing: the next one comes at once.
      const code = await pictureOf(screen)
        .then(detector.detect)
        .catch(() => undefined)
      const now = performance.now()
      if (signal.aborted) return
      if (code !== undefined) {
        if (code !== seen.code || now - seen.at > forgetAfter) onCode(code)
        Object.assign(seen, { code, at: now })
      }
    }
    timer = setTimeout(() => void look(), Math.max(0, began + lookEvery - performance.now()))
  }
  if (!signal.aborted) void look()
}
