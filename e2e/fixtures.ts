import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test as base, expect, type CDPSession, type Page } from '@playwright/test'
import type Axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import { startExternalPostgres } from '../server/test/external-postgres.ts'
import { startMailServer, type MailServer } from './mail.ts'
import { resizeTo } from './sizes.ts'
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
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the first parameter's pattern
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
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the first parameter's pattern
  address: async ({}, use) => use(`${randomUUID().slice(0, 8)}@example.com`),
  /** Console errors that this test causes itself. */
  expectsNoise: [undefined, { option: true }],
  noise: [
    async ({ page, context, expectsNoise }, use) => {
      // As in a warehouse that serves the product in its own network without TLS.
      await context.addInitScript(() => {
        Object.defineProperty(crypto, 'randomUUID', { value: undefined })
      })
      const heard: string[] = []
      page.on('console', (message) => {
        const text = message.text()
        if (message.type() !== 'error' || isExpectedRefusal(text) || expectsNoise?.test(text))
          return
        const { url, lineNumber } = message.location()
        heard.push(`${text} (${url}:${lineNumber})`)
      })
      page.on('pageerror', (error) => heard.push(error.message))
      await use()
      expect(heard, 'errors on the console').toEqual([])
    },
    { auto: true },
  ],
})

/**
 * Repeats a test on a phone. For what is done in another way, or lies elsewhere, where the screen is
 * narrow; that each page fits and is accessible there is what `views.spec.ts` checks.
 */
export const onPhones = { tag: '@phone' }

/** Chromium itself reports every refused call; the pages answer those, and the tests look at that. */
const isExpectedRefusal = (text: string) =>
  /^Failed to load resource: the server responded with a status of 4\d\d/.test(text)

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// The details of what passed are not looked at, and take longer to send than to find.
const options: RunOptions = {
  resultTypes: ['violations'],
  // To read imported style sheets, axe writes inline styles, which the policy refuses and the console reports.
  preload: false,
}
const everyRule: RunOptions = {
  ...options,
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // WCAG 2.5.3; axe calls it experimental and leaves it out by itself.
  rules: { 'label-content-name-mismatch': { enabled: true } },
}
const rulesOfTheme: RunOptions = {
  ...options,
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block', 'image-alt'] },
}

/**
 * No accessibility findings of WCAG 2.2 AA or best practice: by every rule in the theme of the
 * browser, and in the other one by those of colours and pictures, which are all that differs there.
 * The other project has the other theme, so every rule sees both.
 */
export async function expectAccessible(page: Page, where: string) {
  await untilDrawn(page)
  // A table is dimmed while other rows are on their way.
  await expect(page.locator('table.opacity-60')).toHaveCount(0)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await giveAxe(page)
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const [theme, other] = isDark ? ['dark', 'light'] : ['light', 'dark']
  expect(await findingsOf(page, theme, everyRule), `accessibility of ${where} (${theme})`).toEqual(
    [],
  )
  expect(
    await findingsOf(page, other, rulesOfTheme),
    `accessibility of ${where} (${other})`,
  ).toEqual([])
}

/**
 * Waits for the page of the address. Until it is ready the one before it stays, with a heading of its own,
 * and then a sign that it is loading, which has none of what is to be looked at.
 */
async function untilDrawn(page: Page) {
  // In several frames in a row, because the router begins a moment after the address has changed.
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    for (let still = 0; still < 3; still += 1) {
      await frame()
      if (document.querySelector('[data-moving]')) still = -1
    }
  })
  await page.locator('h1').first().waitFor({ state: 'attached' })
}

/**
 * The same, and nothing is wider than the screen of a phone. For journeys that are not repeated there; what is open in
 * the row of a list closes, because the list becomes one of cards.
 */
export async function expectAccessibleAndFitting(page: Page, where: string) {
  await expectAccessible(page, where)
  const size = page.viewportSize()
  await resizeTo(page, 'phone')
  await expectFitting(page, where)
  if (size) await resizeTo(page, size)
}

/**
 * Half a megabyte, which a document is given once. By the protocol itself the browser keeps what it has
 * compiled for the next document, which makes this three times as fast as `page.evaluate`.
 */
async function giveAxe(page: Page) {
  // Not detached, which would take the virtual authenticator away from the page.
  const session = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, session)
  await (await session).send('Runtime.evaluate', { expression: source })
}

const sessions = new WeakMap<Page, Promise<CDPSession>>()

const findingsOf = (page: Page, theme: string, options: RunOptions) =>
  page.evaluate(
    async ([name, how]) => {
      document.documentElement.dataset['theme'] = name
      // A colour on its way from one theme to the other is neither's, nor is that of a dialog that appears.
      const moving = document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
      await Promise.allSettled(moving.map(({ finished }) => finished))
      const { axe } = globalThis as unknown as { axe: typeof Axe }
      const { violations } = await axe.run(document, how)
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    },
    [theme, options] as const,
  )

/** Nothing is wider than the screen, neither as it is nor with the spacing of text that WCAG 1.4.12 asks for. */
export async function expectFitting(page: Page, where = 'the page') {
  // Of the screen itself: a phone draws a page that is too wide in a larger window.
  const width = page.viewportSize()?.width ?? 0
  const [plain, spaced] = await page.evaluate(async () => {
    const root = document.documentElement
    const before = root.scrollWidth
    const spacing = new CSSStyleSheet()
    spacing.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
    )
    document.adoptedStyleSheets.push(spacing)
    // Tables leave out columns that have no room any more.
    for (let frames = 0; frames < 4; frames += 1) await new Promise(requestAnimationFrame)
    const after = root.scrollWidth
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== spacing)
    return [before, after]
  })
  expect(plain, `${where} is wider than the screen`).toBeLessThanOrEqual(width)
  expect(spaced, `${where} with spaced text is wider than the screen`).toBeLessThanOrEqual(width)
}

/** The narrowest phones that are sold. */
const narrowPhones = [390, 360]

/** Fails where a card of a list cuts what it says, such as a SKU, a number or a state. */
export async function expectUncut(page: Page, where = 'the page') {
  const size = page.viewportSize()
  if (!size || (await page.locator('.list tr[data-row]').count()) === 0) return
  for (const width of narrowPhones) {
    if (width !== size.width) await page.setViewportSize({ ...size, width })
    const cut = await page.locator('.list tr[data-row] *').evaluateAll((all) =>
      all.flatMap((one) => {
        const { overflowX, display } = getComputedStyle(one)
        const cuts = ['hidden', 'clip'].includes(overflowX) && display !== 'inline'
        if (!cuts || one.closest('.sr-only') || one.scrollWidth <= one.clientWidth) return []
        return [one.textContent.trim()]
      }),
    )
    expect(cut, `${where} cuts at ${width} pixels`).toEqual([])
  }
  await page.setViewportSize(size)
}

export { expect }
