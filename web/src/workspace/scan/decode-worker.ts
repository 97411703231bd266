import type { DetectRequest, DetectReply } from './detector.ts'
import { openLibrary } from './library.ts'

/*
 * Reads codes beside the page, which stays quick meanwhile. The server lets this file compile code, by
 * its name (server/src/http/headers.ts).
 */

const detector = openLibrary()

async function read(picture: ImageBitmap): Promise<DetectReply> {
  try {
    const [found] = await detector.detect(picture)
    return { code: found?.rawValue }
  } catch (error) {
    return { problem: String(error) }
  } finally {
    picture.close()
  }
}

addEventListener('message', ({ data: { picture, answer } }: MessageEvent<DetectRequest>) => {
  void read(picture).then((told) => answer.postMessage(told))
})
