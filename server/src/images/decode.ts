// The decoder process, the only place that opens uploaded images. A separate process, because the
// library cannot be stopped from inside and shares no memory or threads with the server this way.
// Loads only packages and plain functions.
import process from 'node:process'
import sharp from 'sharp'
import { safeSvg } from './svg.ts'
import { readerOf, readJob, ready, writeAnswer, type Job, type Kind, type Picture } from './wire.ts'

/** 4000 × 4000: allows 12-megapixel photos, refuses a PNG that unpacks to gigabytes. */
const mostPixels = 16e6
const sizeOf = { logo: 512, avatar: 256, photo: 1280 }
const utf8 = new TextDecoder('utf-8', { fatal: true })

const formatOf: Record<Kind, string> = {
  png: 'png',
  jpeg: 'jpeg',
  webp: 'webp',
  gif: 'gif',
  avif: 'heif',
  svg: 'svg',
}

// One image at a time on one thread, without caches, to limit memory.
sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif', 'Svg'].map(
    (loader) => `VipsForeignLoad${loader}Buffer`,
  ),
})

// The parent process is gone. A clean exit would wait for a decode that may take minutes.
const die = () => process.kill(process.pid, 'SIGKILL')
for (const event of ['end', 'close']) process.stdin.on(event, die)
process.stdout.on('error', die)

const take = readerOf(process.stdin, Infinity)
process.stdout.write(ready)
for (let job = await readJob(take); job; job = await readJob(take)) {
  const picture = await decode(job).catch(() => undefined)
  process.stdout.write(writeAnswer(picture))
}

/** Returns the first frame, upright, in sRGB and without metadata. */
async function decode({ kind, shape, bytes }: Job): Promise<Picture> {
  const input = kind === 'svg' ? Buffer.from(safeSvg(utf8.decode(bytes))) : bytes
  // Reads only the header. A drawing of any size can be rendered smaller.
  const { format, width, height } = await sharp(input, { limitInputPixels: false }).metadata()
  if (format !== formatOf[kind]) throw new Error('Another format than its first bytes said.')
  const size = sizeOf[shape]
  const { data, info } = await sharp(input, {
    limitInputPixels: mostPixels,
    failOn: 'error',
    ...(kind === 'svg' && { density: densityFor(size, shape, width, height) }),
  })
    .autoOrient()
    .resize(
      size,
      size,
      shape === 'avatar' ? { fit: 'cover' } : { fit: 'inside', withoutEnlargement: true },
    )
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width: across, height: down, channels } = info
  const drawn = () => sharp(data, { raw: { width: across, height: down, channels } })
  const webp = await drawn().webp().toBuffer()
  return { png: shape === 'photo' ? Buffer.alloc(0) : await drawn().png().toBuffer(), webp }
}

/** Returns the dots per inch that render a drawing at the requested size. The default is 72. */
function densityFor(size: number, shape: Job['shape'], width: number, height: number): number {
  const across = shape === 'avatar' ? Math.min(width, height) : Math.max(width, height)
  return Math.min(100_000, Math.max(1, (72 * size) / across))
}
