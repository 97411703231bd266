import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'

/** The film that the pretended camera of this browser shows; it is opened together with the camera. */
const film = join(tmpdir(), `stowage-camera-${process.pid}.y4m`)
const [width, height] = [1280, 720]
const perSecond = 10

/** Arguments that make Chromium simulate a camera with permission granted. */
export const cameraArgs = [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${film}`,
]

/** A photo of a drawing, on white. */
export function photoOf(drawing: string): Promise<Buffer> {
  const size = { width: width - 120, height: height - 120, fit: 'inside' } as const
  return sharp(Buffer.from(drawing), { density: 300 })
    .resize(size)
    .flatten({ background: 'white' })
    .png()
    .toBuffer()
}

/** Holds a drawing before the camera: as uncompressed film of YUV4MPEG2, one second long. */
export async function showToCamera(drawing: string) {
  const picture = await photoOf(drawing)
  const { data, info } = await sharp({
    create: { width, height, channels: 3, background: 'white' },
  })
    .composite([{ input: picture }])
    .raw()
    .toBuffer({ resolveWithObject: true })
  // All is grey: one channel is the brightness, and both colours are their middle.
  const brightness = Buffer.from(data.filter((_, i) => i % info.channels === 0))
  const colours = Buffer.alloc((width * height) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), brightness, colours])
  const head = `YUV4MPEG2 W${width} H${height} F${perSecond}:1 Ip A1:1 C420jpeg\n`
  writeFileSync(
    film,
    Buffer.concat([Buffer.from(head), ...Array.from({ length: 10 }, () => frame)]),
  )
}
