import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type Page } from '@playwright/test'
import sharp from 'sharp'

/*
 * Takes the pictures of the public pages from a running product, in light and dark. Start one with
 * an empty DATA_DIR and without SMTP_URL, then `npm run pictures:public -- http://localhost:3000`.
 */
const images = fileURLToPath(new URL('../public/images', import.meta.url))
const origin = process.argv[2] ?? 'http://localhost:3000'
/** The host the pictures show, led to the product under test and as trusted as localhost. */
const host = 'stowage.example'
const person = { firstName: 'Ada', lastName: 'Alba', email: 'ada@example.com' }
const password = 'pallet jack 12'
/** Each with a color and a shape for its logo. */
const businesses = [
  ['Northwind Tea', '#0f766e', '<path d="M16 44q16-36 32 0z"/>'],
  ['Harbor Books', '#1e3a8a', '<path d="M18 18h12v28H18zm16 0h12v28H34z"/>'],
  ['Alba Ceramics', '#b45309', '<path d="M20 18h24l-4 28H24z"/>'],
  ['Green Kitchen', '#15803d', '<circle cx="32" cy="32" r="15"/>'],
  ['Fjord Wool', '#7e22ce', '<path d="M14 46l12-24 8 14 6-10 10 20z"/>'],
] as const
const logo = (color: string, shape: string) => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 64 64"><rect width="64" height="64" rx="12" fill="${color}"/><g fill="#ffffff">${shape}</g></svg>`
  const contentType = 'image/svg+xml'
  const data = `data:${contentType};base64,${Buffer.from(drawing).toString('base64')}`
  return { data, contentType }
}
const members = [
  { firstName: 'Mo', lastName: 'Castell', role: 'admin', permissions: ['stock.read'] },
  { firstName: 'Lena', lastName: 'Ostrow', role: 'auditor', permissions: ['stock.read'] },
]

/** A call of the product's own interface. Fails with its answer, so that no picture shows an error. */
async function call<Reply>(method: string, path: string, body?: unknown, token?: string) {
  const answer = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Reply
}

/** The token of the newest mail to this address; the product keeps its mails for development. */
async function mailedToken(to: string) {
  const deadline = Date.now() + 20_000
  while (Date.now() < deadline) {
    const answer = await fetch(`${origin}/dev/mailbox/messages?to=${encodeURIComponent(to)}`)
    const token = /token=([\w-]+)/.exec(await answer.text())?.[1]
    if (token) return token
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`no mail to ${to}`)
}

type Session = { tokens: { accessToken: string; refreshToken: string }; user: unknown }
type Platform = { id: string; slug: string }

async function createExamples() {
  await call('POST', '/auth/register', { ...person, password })
  await call('POST', '/auth/email/verify', { token: await mailedToken(person.email) })
  const session = await call<Session>('POST', '/auth/login', { email: person.email, password })
  const token = session.tokens.accessToken
  const platforms: Platform[] = []
  for (const [name, color, shape] of businesses) {
    const { platform } = await call<{ platform: Platform }>('POST', '/platforms', { name }, token)
    await call('POST', `/platforms/${platform.id}/logo`, logo(color, shape), token)
    platforms.unshift(platform)
  }
  const [newest] = platforms
  if (!newest) throw new Error('no platform was made')
  for (const member of members) {
    const email = `${member.firstName.toLowerCase()}@example.com`
    await call(
      'POST',
      `/platforms/${newest.id}/members/create`,
      { ...member, email, password },
      token,
    )
    await call('POST', `/tenant/${newest.slug}/login`, { email, password })
  }
  return { session, newest }
}

/** The example goods, some months of their movements included, for the pictures of a warehouse. */
async function stock({ slug }: Platform) {
  const own = `/tenant/${slug}`
  const { tokens } = await call<Session>('POST', `${own}/login`, {
    email: person.email,
    password,
  })
  const token = tokens.accessToken
  await call('POST', `${own}/demo`, { size: 'small' }, token)
  const deadline = Date.now() + 180_000
  while (Date.now() < deadline) {
    const { demo } = await call<{ demo: { state: string } }>('GET', `${own}/demo`, undefined, token)
    if (demo.state === 'loaded') return
    if (demo.state === 'failed') break
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error('the example goods could not be loaded')
}

const desk = { viewport: { width: 1200, height: 750 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** A page of a new visitor, in the theme that browser and account agree on. */
async function open(browser: Browser, theme: string, { session }: Examples, screen: object = desk) {
  await call('PUT', '/auth/me/preferences', { theme }, session.tokens.accessToken)
  const context = await browser.newContext({ ...screen, locale: 'en' })
  // Before anybody has signed in the browser remembers; afterwards the account does.
  await context.addInitScript((name) => localStorage.setItem('stowage.theme', name), theme)
  return context.newPage()
}

/** Takes the screenshots of warehouse pages. */
async function takeWarehouse(browser: Browser, theme: string, examples: Examples) {
  const page = await open(browser, theme, examples)
  const own = await signIn(page, examples)
  await shoot(page, `${own}/receiving/new`, `receive-${theme}`)
  const row = (state: string) => page.getByRole('row').filter({ hasText: state })
  const firstLink = async (list: string, href: string, state = '') => {
    await page.goto(`http://${host}${own}/${list}`)
    const link = row(state).locator(`a[href*="/${href}/"]`).first()
    return (await link.getAttribute('href')) ?? ''
  }
  await shoot(page, await firstLink('catalog', 'catalog'), `item-${theme}`)
  await shoot(page, await firstLink('fulfillments', 'orders', 'Picking'), `order-${theme}`)
  await page.goto(`http://${host}${own}/packing`)
  await row('Packing').getByRole('link').first().click()
  await page.waitForURL('**/packing/*-*')
  await shoot(page, new URL(page.url()).pathname, `pack-${theme}`)
  await page.context().close()
}

/** Takes the screenshot of picking on a phone. */
async function takeFloor(browser: Browser, theme: string, examples: Examples) {
  const page = await open(browser, theme, examples, phone)
  const own = await signIn(page, examples)
  await shoot(page, `${own}/floor`, `pick-${theme}`, async () => {
    await page.getByText(/^Pick PB-/).click()
    await page.getByText('Go to', { exact: true }).waitFor()
  })
  await page.context().close()
}

/** Signs in to the newest workspace and returns the path of its pages. */
async function signIn(page: Page, { newest }: Examples) {
  await page.goto(`http://${host}/${newest.slug}`)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL(`**/${newest.slug}/app`)
  return `/${newest.slug}/app`
}

async function take(browser: Browser, theme: string, examples: Examples) {
  const { session, newest } = examples
  const page = await open(browser, theme, examples)
  await shoot(page, '/register', `register-${theme}`)
  await shoot(page, `/${newest.slug}`, `member-${theme}`)
  await page.evaluate(({ tokens, user }) => {
    localStorage.setItem('accessToken', tokens.accessToken)
    localStorage.setItem('refreshToken', tokens.refreshToken)
    localStorage.setItem('user', JSON.stringify(user))
  }, session)
  await shoot(page, '/dashboard/platforms', `platforms-${theme}`)
  await shoot(page, '/dashboard/platforms/new', `create-${theme}`, async () => {
    await page.getByPlaceholder('e.g. acme').fill('Lighthouse Lamps')
    await page.getByPlaceholder('e.g. acme').blur()
    await page.getByText('Available', { exact: true }).waitFor()
  })
  await shoot(page, `/dashboard/platforms/${newest.id}`, `members-${theme}`, async () => {
    const users = page.getByRole('heading', { name: 'User Management' })
    await users.waitFor()
    await page
      .getByText('lena@example.com')
      .last()
      .evaluate((row) => row.closest('li')?.scrollIntoView({ block: 'end' }))
  })
  await shoot(page, '/dashboard/analytics', `audit-${theme}`, () =>
    page.getByText('TENANT_LOGIN').first().waitFor(),
  )
  await page.context().close()
}
type Examples = Awaited<ReturnType<typeof createExamples>>

async function shoot(page: Page, path: string, name: string, prepare?: () => Promise<unknown>) {
  await page.goto(`http://${host}${path}`, { waitUntil: 'networkidle' })
  // A slow machine would be shown loading.
  await page.getByRole('heading').first().waitFor()
  await page.getByText('Loading', { exact: true }).waitFor({ state: 'detached' })
  await prepare?.()
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  await page.mouse.move(0, 0)
  await page.evaluate(() => {
    // The room kept for a scroll bar would be a bright strip beside the page.
    document.documentElement.style.scrollbarGutter = 'auto'
    // No row is shown cut off by the lower edge.
    for (const row of document.querySelectorAll<HTMLElement>('main :is(tr, li)'))
      if (row.getBoundingClientRect().bottom > innerHeight) row.style.visibility = 'hidden'
  })
  await sharp(await page.screenshot())
    .avif({ quality: 48, effort: 6 })
    .toFile(join(images, `${name}.avif`))
}

mkdirSync(images, { recursive: true })
const examples = await createExamples()
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: [
    `--host-resolver-rules=MAP ${host}:80 ${new URL(origin).host}`,
    `--unsafely-treat-insecure-origin-as-secure=http://${host}`,
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--no-first-run',
  ],
})
const themes = ['light', 'dark']
for (const theme of themes) await take(browser, theme, examples)
// The operator's log is shown without what the goods add to it.
await stock(examples.newest)
for (const theme of themes) {
  await takeWarehouse(browser, theme, examples)
  await takeFloor(browser, theme, examples)
}
await browser.close()
