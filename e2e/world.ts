import { randomUUID } from 'node:crypto'
import { test as base, expect, type Page } from '@playwright/test'
import { AxeBuilder } from '@axe-core/playwright'
import { startExternalPostgres } from '../server/test/external-postgres.ts'
import { startMailServer, type MailServer } from './mail.ts'
import { startProduct, type Product } from '../server/test/product.ts'

export type World = {
  /** Directory of a foreign PostgreSQL's programs; empty for the one we bring along. */
  postgres: string
  /** Settings of the product this file differs in; it gets a product of its own. */
  settings: Record<string, string>
  product: Product
  mail: MailServer
}

/**
 * The built product with its own database and a real mail server, one for the whole run. A console
 * error, an uncaught exception or a blocked resource fails the test that caused it.
 */
export const test = base.extend<
  { noise: void; expectsNoise: RegExp | undefined; address: string },
  World
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

/** No accessibility findings of WCAG 2.2 AA or best practice, in light and in dark. */
export async function expectAccessible(page: Page, where: string) {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => {
      document.documentElement.dataset['theme'] = name
    }, theme)
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    expect(found, `accessibility of ${where} (${theme})`).toEqual([])
  }
}

export { expect }
