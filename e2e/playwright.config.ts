import { defineConfig } from '@playwright/test'
import { systemPostgres } from '../server/test/external-postgres.ts'
import type { World } from './world.ts'

const variants = [
  { name: 'desktop-light', viewport: { width: 1280, height: 800 }, colorScheme: 'light' as const },
  { name: 'phone-dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const },
]

/** Once is enough: words are those of the wide screen, and Lighthouse brings its own phone. */
const onWideScreens = ['literals/**', 'site/lighthouse.spec.ts']

/** The journey once more on every PostgreSQL this machine has besides the one we bring along. */
const foreign = systemPostgres().map((postgres) => ({
  name: `on ${postgres}`,
  testMatch: 'first-journey.spec.ts',
  use: { postgres },
}))

export default defineConfig<object, World>({
  testDir: '.',
  outputDir: '../artifacts/e2e',
  // One product for the whole run; its tests make accounts and platforms of their own.
  workers: 1,
  fullyParallel: false,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  // On a machine shared with others one slow moment may cost a journey; twice in a row it is a fault.
  retries: process.env['CI'] ? 1 : 0,
  reporter: [['list']],
  use: {
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    screenshot: 'only-on-failure',
    // Recording takes its time from every journey; `--trace on` records one that is looked into.
    trace: 'on-first-retry',
  },
  projects: [
    ...variants.map(({ name, ...use }) => ({
      name,
      use,
      testIgnore: use.viewport.width < 1280 ? onWideScreens : [],
    })),
    ...foreign,
  ],
})
