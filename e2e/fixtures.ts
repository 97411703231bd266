import { randomUUID } from 'node:crypto'
import { test as base, expect, type Page } from '@playwright/test'
import { AxeBuilder } from '@axe-core/playwright'
import { startExternalPostgres } from '../server/test/external-postgres.ts'
import { startMailServer, type MailServer } from './mail.ts'
import { startProduct, type Product } from '../server/test/product.ts'

export type Fixtures = {
  /** Directory of a foreign PostgreSQL's programs; empty for the one we bring along. */
  postgres: string
  /** Settings of the product this file differs in; it gets a product of its own. */
  settings: Record<string, string>
  product: Product
  mail: MailServer
}

/**
 * The built product with its own database and a real mail server, one for each worker. A console
 * error, an uncaught exception or a blocked resource fails the test that caused it.
 */
export const test = base.extend<
  { noise: void; expectsNoise: RegExp | undefined; address: string },
  Fixtures
>({
  mail: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the first parameter's pattern
    async ({}, use) => {
      const mail = await startMailServer()
      await use(mail)
      await mail.close()
    },
    { scope: 'worker' },
  ],
  postgres: ['', { option: true, scope: 'worker' }],
  settings: [{}, { option: true, scope: 'worker' }],
  product: [
    async ({ mail, postgres, settings }, use) => {
      const external = postgres ? await startExternalPostgres(postgres) : undefined
      const product = await startProduct({
        SMTP_URL: mail.url,
        // Cheap hashes: every journey makes several accounts, and none is about their cost.
        ARGON2_MEMORY_KIB: '64',
        ARGON2_TIME: '1',
        ...(external && { DATABASE_URL: external.url }),
        ...settings,
      })
      await use(product)
      await product.stop()
      await external?.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the first parameter's pattern
  address: async ({}, use) => use(`${randomUUID().slice(0, 8)}@example.com`),
  /** What this test itself makes the browser complain about. */
  expectsNoise: [undefined, { option: true }],
  noise: [
    async ({ page, expectsNoise }, use) => {
      const heard: string[] = []
      page.on('console', (message) => {
        const text = message.text()
        if (message.type() !== 'error' || isExpectedRefusal(text) || expectsNoise?.test(text))
          return
        heard.push(text)
      })
      page.on('pageerror', (error) => heard.push(error.message))
      await use()
      expect(heard, 'errors on the console').toEqual([])
    },
    { auto: true },
  ],
})

/** Chromium itself reports every refused call; the pages answer those, and the tests look at that. */
const isExpectedRefusal = (text: string) =>
  /^Failed to load resource: the server responded with a status of 4\d\d/.test(text)

const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']
/** WCAG 2.5.3; axe calls it experimental and leaves it out by itself. */
const labelRule = 'label-content-name-mismatch'
const rulesOfTheme = ['color-contrast', 'link-in-text-block', 'image-alt']

/**
 * No accessibility findings of WCAG 2.2 AA or best practice: by every rule in the theme of the
 * browser, and in the other one by those of colours and pictures, which are all that differs there.
 * The other project has the other theme, so that every rule sees both.
 */
export async function expectAccessible(page: Page, where: string) {
  const { theme, other } = await page.evaluate(() =>
    matchMedia('(prefers-color-scheme: dark)').matches
      ? { theme: 'dark', other: 'light' }
      : { theme: 'light', other: 'dark' },
  )
  // Without other origins in a page there is no need for a second page to gather the findings in.
  const axe = (enabled: Record<string, { enabled: boolean }> = {}) =>
    new AxeBuilder({ page })
      .setLegacyMode()
      // The details of what passed are not looked at, and take longer to send than to find.
      .options({ resultTypes: ['violations'], rules: enabled })
  const all = axe({ [labelRule]: { enabled: true } }).withTags(rules)
  await expectNothingFound(page, all, `${where} (${theme})`, theme)
  await expectNothingFound(page, axe().withRules(rulesOfTheme), `${where} (${other})`, other)
}

async function expectNothingFound(page: Page, axe: AxeBuilder, where: string, theme: string) {
  await page.evaluate(async (name) => {
    document.documentElement.dataset['theme'] = name
    // A colour on its way from one theme to the other is neither's, nor is that of a dialog that appears.
    const moving = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(moving.map(({ finished }) => finished))
  }, theme)
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  expect(found, `accessibility of ${where}`).toEqual([])
}

/** Nothing is wider than the screen. */
export async function expectFitting(page: Page) {
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  ).toBeLessThanOrEqual(0)
}

export { expect }
