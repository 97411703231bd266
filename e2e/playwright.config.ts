import { defineConfig } from '@playwright/test'
import { systemPostgres } from '../server/test/external-postgres.ts'
import type { Fixtures } from './fixtures.ts'

const wide = { viewport: { width: 1280, height: 800 }, colorScheme: 'light' } as const
const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const

/** Every page of the product, where the other project has what happens on them. */
const allPages = 'views.spec.ts'

/** What is done in another way, or lies elsewhere, where the screen is narrow. */
const onPhones = [
  allPages,
  'first-journey.spec.ts',
  'identity/{account,settings,two-factor}.spec.ts',
  'platforms/{audit-log,invitations,manage,undecided,users}.spec.ts',
  'shell/{frames,layout,palette}.spec.ts',
  'site/{appearance,public-pages}.spec.ts',
  'workspace/{adjust,api-keys,catalog,columns,density,frame,grid,home,imports,layout,lists,move,orders,receive,scan,sorting}.spec.ts',
]

/** The journey once more on every PostgreSQL this machine has besides the one we bring along. */
const foreign = systemPostgres().map((postgres) => ({
  name: `on ${postgres}`,
  testMatch: 'first-journey.spec.ts',
  use: { postgres },
}))

export default defineConfig<object, Fixtures>({
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
  // The foreign ones first: each is one long test, which at the end would leave a worker idle.
  projects: [
    ...foreign,
    { name: 'desktop-light', use: wide, testIgnore: allPages },
    { name: 'phone-dark', use: phone, testMatch: onPhones },
  ],
})
