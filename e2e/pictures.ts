// Takes a picture of every page and the main dialogs of the built product, light and dark, wide and
// narrow, into artifacts/pictures/: `npm run pictures`. Nothing is judged; people look at them.
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { startProduct } from '../server/test/product.ts'
import { createSampleAccount, type SampleAccount } from './sample-account.ts'
import { startMailServer } from './mail.ts'
import { newWorkspace, signIn, signInTo, type Person } from './people.ts'
import { loadExample } from './site.ts'
import { memberViews, operatorViews, visitorViews, workspaceViews, type View } from './views.ts'
import { sizes } from './sizes.ts'

const folder = path.resolve(import.meta.dirname, '../artifacts/pictures')
const variants = [
  { name: 'light-1280', colorScheme: 'light', viewport: sizes.desk },
  { name: 'dark-1280', colorScheme: 'dark', viewport: sizes.desk },
  { name: 'light-390', colorScheme: 'light', viewport: sizes.phone },
  { name: 'dark-390', colorScheme: 'dark', viewport: sizes.phone },
] as const
type Variant = (typeof variants)[number]

/** Milliseconds for opened content to appear and load. */
const settling = 400
const say = (text: string) => process.stdout.write(`${text}\n`)
/** Pictures that could not be taken. One broken page must not hide the others. */
const failed: string[] = []

/** Pictures further down load when somebody comes near them, which here nobody does. */
async function loadAll(page: Page) {
  for (const image of await page.locator('img[loading="lazy"]:visible').all())
    await image.scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => scrollTo(0, 0))
}

async function take(page: Page, { name: variant, viewport }: Variant, views: View[]) {
  for (const { name, path: address, open, narrow } of views) {
    if (narrow && viewport.width > 390) continue
    try {
      await page.goto(address, { waitUntil: 'networkidle' })
      await open?.(page)
      await loadAll(page)
      await page.mouse.move(0, 0)
      await page.waitForTimeout(settling)
      await page.screenshot({
        path: path.join(folder, variant, `${name}.png`),
        animations: 'disabled',
        // Of a dialog only the screen it covers: a taller picture would show the page below it.
        fullPage: (await page.locator('dialog[open]').count()) === 0,
      })
    } catch (error) {
      failed.push(`${variant}/${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

async function takeAll(
  browser: Browser,
  variant: Variant,
  url: string,
  account: SampleAccount,
  warehouse: { operator: Person; views: View[]; slug: string },
) {
  const { colorScheme, viewport } = variant
  const context = await browser.newContext({ baseURL: url, colorScheme, viewport, locale: 'en' })
  context.setDefaultTimeout(15_000)
  // Visitors and members have no account that keeps a theme.
  await context.addInitScript((theme) => localStorage.setItem('stowage.theme', theme), colorScheme)
  const page = await context.newPage()
  await take(page, variant, visitorViews(account))
  await signIn(page, account.operator)
  await take(page, variant, operatorViews(account))
  await signInTo(page, account.platform.slug, account.member)
  await take(page, variant, memberViews(account))
  await signInTo(page, warehouse.slug, warehouse.operator)
  await take(page, variant, warehouse.views)
  await context.close()
  say(`${variant.name} is done`)
}

rmSync(folder, { recursive: true, force: true })
for (const { name } of variants) mkdirSync(path.join(folder, name), { recursive: true })
const mail = await startMailServer()
const product = await startProduct({ SMTP_URL: mail.url })
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
})
try {
  const account = await createSampleAccount(product.url, mail)
  const { slug, operator } = await newWorkspace(product.url, mail)
  const views = await workspaceViews(slug, await loadExample(product.url, slug, operator))
  const warehouse = { slug, operator, views }
  for (const variant of variants) await takeAll(browser, variant, product.url, account, warehouse)
} finally {
  await browser.close()
  await product.stop()
  await mail.close()
}
say(`The pictures are in ${folder}`)
for (const problem of failed) process.stderr.write(`not taken: ${problem}\n`)
if (failed.length > 0) process.exitCode = 1
