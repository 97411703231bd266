import { defineConfig } from '@playwright/test'
import { systemPostgres } from '../server/test/external-postgres.ts'
import type { World } from './world.ts'

const variants = [
  { name: 'desktop-light', viewport: { width: 1280, height: 800 }, colorScheme: 'light' as const },
  { name: 'phone-dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const },
]

/** Run once: their subject is the same on every width, or they bring a phone of their own. */
const onWideScreens = [
  'literals/**',
  'site/lighthouse.spec.ts',
  'identity/{passkey-sign-in,passwords,second-step,sessions,step-up}.spec.ts',
  'platforms/transfer.spec.ts',
  'shell/{failing,session-end}.spec.ts',
  'workspace/{camera,grid-hardships,own-account,verification}.spec.ts',
]

/** The journey once more on every PostgreSQL this machine has besides the one we bring along. */
const foreign = systemPostgres().map((postgres) => ({
  name: `on ${postgres}`,
  testMatch: 'first-journey.spec.ts',
  use: { postgres },
}))

export default defineConfig<object, World>({
  testDir: '.',
  outputDir: '../artifacts/e2e',
  // Each worker has a product of its own, whose tests make their own accounts and platforms.
  workers: 2,
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
