import { once } from 'node:events'
import { spawn } from 'node:child_process'
import pino from 'pino'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { decodersOf, until } from '../../test/decoders.ts'
import { png, slowSvg, svg, upload } from '../../test/pictures.ts'
import { openImages, type Images } from './images.ts'

// The machine may be busy with other tests: each new decoder can take seconds to start.
const patience = { timeout: 120_000 }
const unhurried = 60_000
const log = pino({ level: 'silent' })
let images: Images
const open = (settings?: Parameters<typeof openImages>[1]) => (images = openImages(log, settings))

const picture = upload(await png())
const slow = upload(slowSvg, 'image/svg+xml')
const mine = () => decodersOf(process.pid)
const unreadable = { code: 'image_invalid' }
const isRefused = (code: string) =>
  expect.objectContaining({
    status: 'rejected',
    reason: expect.objectContaining({ code }) as unknown,
  }) as unknown
const sizeOf = async (bytes: Buffer) => {
  const { format, width, height } = await sharp(bytes).metadata()
  return `${format} ${width}x${height}`
}

describe('an image', () => {
  beforeAll(() => void open({ time: unhurried }))
  afterAll(() => images.close())

  test.each([
    ['logo', [80, 40], 'svg', '512x256'],
    ['avatar', [80, 40], 'svg', '256x256'],
    ['logo', [1600, 800], 'png', '512x256'],
    ['logo', [40, 30], 'png', '40x30'],
    ['avatar', [40, 30], 'png', '256x256'],
  ] as const)(
    'of type %s is converted: %j %s to %s',
    async (shape, [width, height], kind, size) => {
      const given =
        kind === 'svg'
          ? upload(svg('<circle r="9"/>', `width="${width}" height="${height}"`), 'image/svg+xml')
          : upload(await png(width, height))
      const made = await images.convert(given, shape)
      expect(await sizeOf(made.png)).toBe(`png ${size}`)
      expect(await sizeOf(made.webp)).toBe(`webp ${size}`)
    },
  )

  test('keeps its transparency', async () => {
    const made = await images.convert(upload(svg('<circle r="9"/>'), 'image/svg+xml'), 'logo')
    expect((await sharp(made.png).stats()).isOpaque).toBe(false)
  })

  test('renders text', async () => {
    const blank = await images.convert(upload(svg(''), 'image/svg+xml'), 'logo')
    const text = svg('<text x="5" y="30" font-size="30">Stowage</text>')
    const made = await images.convert(upload(text, 'image/svg+xml'), 'logo')
    expect(made.png.equals(blank.png)).toBe(false)
  })

  test('that is incomplete is refused', async () => {
    const half = (await png(400, 400)).subarray(0, 200)
    await expect(images.convert(upload(half), 'logo')).rejects.toMatchObject(unreadable)
  })
})

describe('a decoder', patience, () => {
  afterEach(() => images.close())

  test('starts with the first image, is reused, and stops when idle', async () => {
    open({ idle: 300, time: unhurried })
    expect(mine()).toEqual([])
    await images.convert(picture, 'logo')
    const [first] = mine()
    await images.convert(picture, 'logo')
    expect(mine().map(({ pid }) => pid)).toEqual([first?.pid])
    await until(() => mine().length === 0)
  })

  test('has a lower priority', async () => {
    await open({ time: unhurried }).convert(picture, 'logo')
    expect(mine().map(({ nice }) => nice)).toEqual([5])
  })

  test('converts one image at a time up to the limit of decoders', async () => {
    open({ decoders: 2, time: 1_000 })
    const all = [slow, slow, slow].map((each) => images.convert(each, 'logo'))
    await until(() => mine().length > 0)
    let most = 0
    const watch = setInterval(() => (most = Math.max(most, mine().length)), 50)
    expect(await Promise.allSettled(all)).toEqual(Array(3).fill(isRefused('image_invalid')))
    clearInterval(watch)
    expect(most).toBe(2)
  })

  test('is killed when an image takes too long, and the next image works', async () => {
    open({ decoders: 1, time: 500 })
    const [hopeless, next] = await Promise.allSettled([
      images.convert(slow, 'logo'),
      images.convert(picture, 'logo'),
    ])
    expect(hopeless).toEqual(isRefused('image_invalid'))
    expect(next.status).toBe('fulfilled')
  })

  test('without CPU time returns unavailable', async () => {
    open({ decoders: 1, time: 300 })
    await images.convert(picture, 'logo')
    process.kill(mine()[0]?.pid ?? 0, 'SIGSTOP')
    await expect(images.convert(picture, 'logo')).rejects.toMatchObject({ code: 'unavailable' })
    await expect(images.convert(picture, 'logo')).resolves.toBeDefined()
  })

  test('is killed when it exceeds its memory', async () => {
    // An interlaced picture is held whole: 50 MB at 16 bits.
    const large = await sharp({
      create: { width: 2500, height: 2500, channels: 4, background: 'red' },
    })
      .toColourspace('rgb16')
      .png({ progressive: true })
      .toBuffer()
    open({ time: unhurried, memory: 100 * 1024 * 1024 })
    await expect(images.convert(upload(large), 'logo')).rejects.toMatchObject(unreadable)
    open({ time: unhurried, memory: 1024 * 1024 * 1024 })
    await expect(images.convert(upload(large), 'logo')).resolves.toBeDefined()
  })

  test('that has grown is not reused', async () => {
    // The program alone holds more than half of this.
    open({ time: unhurried, memory: 110 * 1024 * 1024 })
    await images.convert(picture, 'logo')
    expect(mine()).toEqual([])
  })

  test('that crashes fails only its image', async () => {
    open({ decoders: 1, time: unhurried })
    const hopeless = images.convert(slow, 'logo')
    const next = images.convert(picture, 'logo')
    await until(() => mine()[0]?.nice === 5)
    process.kill(mine()[0]?.pid ?? 0, 'SIGSEGV')
    await expect(hopeless).rejects.toMatchObject(unreadable)
    await expect(next).resolves.toBeDefined()
  })

  test('that ends while idle is replaced', async () => {
    await open({ time: unhurried }).convert(picture, 'logo')
    process.kill(mine()[0]?.pid ?? 0, 'SIGKILL')
    await until(() => mine().length === 0)
    await expect(images.convert(picture, 'logo')).resolves.toBeDefined()
  })

  test('leaves nothing behind when killed', async () => {
    open({ decoders: 1, time: 100 })
    await expect(images.convert(slow, 'logo')).rejects.toMatchObject(unreadable)
    expect(mine()).toEqual([])
  })
})

describe('the queue', patience, () => {
  afterEach(() => images.close())

  test('accepts up to its limit and refuses the next', async () => {
    open({ decoders: 1, waiting: 2, time: 300 })
    const all = [slow, slow, picture].map((each) => images.convert(each, 'logo'))
    expect([images.load.running, images.load.waiting]).toEqual([1, 2])
    await expect(images.convert(picture, 'logo')).rejects.toMatchObject({
      code: 'unavailable',
      status: 503,
      extra: { retryAfter: 5 },
    })
    const settled = await Promise.allSettled(all)
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
    expect([images.load.running, images.load.waiting]).toEqual([0, 0])
  })

  test('checks an upload before it waits', async () => {
    open({ decoders: 1, waiting: 0, time: 300 })
    const hopeless = images.convert(slow, 'logo')
    await expect(images.convert(upload('no picture'), 'logo')).rejects.toMatchObject(unreadable)
    await expect(hopeless).rejects.toMatchObject(unreadable)
  })
})

describe('closing', patience, () => {
  afterEach(() => images.close())

  test('ends a running decoder and refuses waiting images', async () => {
    open({ decoders: 1, time: unhurried })
    const all = [slow, picture].map((each) => images.convert(each, 'logo'))
    const settled = Promise.allSettled(all)
    await until(() => mine().length === 1)
    await images.close()
    expect(await settled).toEqual(Array(2).fill(isRefused('unavailable')))
    expect(mine()).toEqual([])
    await expect(images.convert(picture, 'logo')).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('by a crash of the server ends its decoders', async () => {
    open()
    const script = `
      import pino from 'pino'
      import { openImages } from ${JSON.stringify(new URL('images.ts', import.meta.url).href)}
      openImages(pino({ level: 'silent' }), { time: 600_000, idle: 600_000 })
        .convert(${JSON.stringify(slow)}, 'logo')`
    const server = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: 'inherit',
    })
    await until(() => decodersOf(server.pid ?? 0).length === 1)
    const [decoder] = decodersOf(server.pid ?? 0)
    // Let it get deep into the picture.
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const exited = once(server, 'exit')
    server.kill('SIGKILL')
    await exited
    await until(() => !isRunning(decoder?.pid ?? 0))
  })
})

function isRunning(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
