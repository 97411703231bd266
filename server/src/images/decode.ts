// The program of a decoder: the only place where pictures of strangers are opened. It is a process
// of its own because no way to stop the library from inside stops it, and because it shares no
// memory and no threads with the server. Nothing but packages and plain functions is loaded here.
import process from 'node:process'
import sharp from 'sharp'
import { safeSvg } from './svg.ts'
import { readerOf, readJob, ready, writeAnswer, type Job, type Kind, type Picture } from './wire.ts'

/** 4000 × 4000: a photograph of 12 million pixels fits, a PNG that unpacks to gigabytes does not. */
const mostPixels = 16e6
const logoSize = 512
const avatarSize = 256
const utf8 = new TextDecoder('utf-8', { fatal: true })

const formatOf: Record<Kind, string> = {
  png: 'png',
  jpeg: 'jpeg',
  webp: 'webp',
  gif: 'gif',
  avif: 'heif',
  svg: 'svg',
}

// One picture at a time, on one thread; what is kept for later would only count as memory.
sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif', 'Svg'].map(
    (loader) => `VipsForeignLoad${loader}Buffer`,
  ),
})

// Whoever started us is gone. Leaving in order would wait for a picture that may take minutes.
const die = () => process.kill(process.pid, 'SIGKILL')
for (const event of ['end', 'close']) process.stdin.on(event, die)
process.stdout.on('error', die)

const take = readerOf(process.stdin, Infinity)
process.stdout.write(ready)
for (let job = await readJob(take); job; job = await readJob(take)) {
  const picture = await decode(job).catch(() => undefined)
  process.stdout.write(writeAnswer(picture))
}

/** The picture's first frame, upright, in sRGB and without anything else the file said. */
async function decode({ kind, shape, bytes }: Job): Promise<Picture> {
  const input = kind === 'svg' ? Buffer.from(safeSvg(utf8.decode(bytes))) : bytes
  // Only the head is read here; a drawing of any size may be drawn smaller.
  const { format, width, height } = await sharp(input, { limitInputPixels: false }).metadata()
  if (format !== formatOf[kind]) throw new Error('Another format than its first bytes said.')
  const size = shape === 'logo' ? logoSize : avatarSize
  const { data, info } = await sharp(input, {
    limitInputPixels: mostPixels,
    failOn: 'error',
    ...(kind === 'svg' && { density: densityFor(size, shape, width, height) }),
  })
    .autoOrient()
    .resize(
      size,
      size,
      shape === 'logo' ? { fit: 'inside', withoutEnlargement: true } : { fit: 'cover' },
    )
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width: across, height: down, channels } = info
  const drawn = () => sharp(data, { raw: { width: across, height: down, channels } })
  return { png: await drawn().png().toBuffer(), webp: await drawn().webp().toBuffer() }
}

/** Dots per inch at which a drawing comes out at the size it is wanted in; it is 72 otherwise. */
function densityFor(size: number, shape: Job['shape'], width: number, height: number): number {
  const across = shape === 'logo' ? Math.max(width, height) : Math.min(width, height)
  return Math.min(100_000, Math.max(1, (72 * size) / across))
}
