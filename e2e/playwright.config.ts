import { defineConfig } from '@playwright/test'
import { systemPostgres } from '../server/test/external-postgres.ts'
import type { Fixtures } from './fixtures.ts'
import { sizes } from './sizes.ts'

const wide = { viewport: sizes.desk, colorScheme: 'light' } as const
// By touch, as a phone is: controls are larger there, and a page that is too wide is drawn smaller instead of scrolled.
const phone = {
  viewport: sizes.phone,
  colorScheme: 'dark',
  hasTouch: true,
  isMobile: true,
} as const

/** Every page of the product, where the other project has what happens on them. */
const allPages = 'views.spec.ts'
/** The floor is worked at with a handheld; how it is opened from a desk is in `floor.spec.ts`. */
const floor = 'floor-*.spec.ts'

/** The journey once more on every PostgreSQL this machine has besides the one we bring along. */
const foreign = systemPostgres().map((postgres) => ({
  name: `on ${postgres}`,
  testMatch: 'first-journey.spec.ts',
  use: { postgres },
}))

export default defineConfig<object, Fixtures>({
  testDir: '.',
  outputDir: '../artifacts/e2e',
  // Each worker has a product of its own, whose tests make their own accounts and platforms. One more than the
  // usual two processors: a journey waits for almost a third of its time.
  workers: 3,
  fullyParallel: false,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [['list']],
  use: {
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        // A page lives too briefly to earn back what optimizing its scripts costs; only axe runs long enough.
        '--js-flags=--invocation-count-for-maglev=6000',
        // Letters as wide as on a screen with more than one pixel per point.
        '--font-render-hinting=none',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    // Each frame of a movement is drawn by the CPU: a fifth of what loading a page costs.
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    // Recording takes its time from every journey; `--trace on` records one that is looked into.
    trace: 'on-first-retry',
  },
  // Long files first, which at the end would leave workers idle: a whole journey, then all pages.
  projects: [
    ...foreign,
    { name: 'phone-dark', use: phone, grep: /@phone|floor-[\w-]+\.spec/ },
    { name: 'desktop-light', use: wide, testIgnore: [allPages, floor] },
  ],
})
