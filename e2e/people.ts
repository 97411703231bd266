import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { codeAt } from '../server/test/totp.ts'
import type { MailServer } from './mail.ts'

export type Person = { email: string; password: string }
export type Tokens = { accessToken: string }

/** Registers and confirms an operator over the API, for journeys that begin later. */
export async function newOperator(
  url: string,
  mail: MailServer,
  given: Partial<Person> = {},
): Promise<Person> {
  const person = {
    email: `${randomUUID().slice(0, 8)}@example.com`,
    password: 'pallet jack 12',
    ...given,
  }
  await post(url, '/auth/register', { firstName: 'Ada', lastName: 'Alba', ...person })
  const { text } = await mail.waitFor(person.email, /verify-email\?token=/)
  await post(url, '/auth/email/verify', {
    token: /verify-email\?token=([\w-]+)/.exec(text)?.[1] ?? '',
  })
  return person
}

/** A POST over the API. Fails with the answer that refuses it. */
export const post = (url: string, path: string, body: object, tokens?: Tokens) =>
  call('POST', url, path, tokens, body)

/** A GET over the API. Fails with the answer that refuses it. */
export const get = (url: string, path: string, tokens: Tokens) => call('GET', url, path, tokens)

async function call(
  method: string,
  url: string,
  path: string,
  tokens?: Tokens,
  body?: object,
): Promise<unknown> {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(tokens && { authorization: `Bearer ${tokens.accessToken}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** Signs in to the dashboard through the API and opens a page; what the form does has journeys of its own. */
export async function signIn(page: Page, person: Person, address = '/dashboard') {
  const { tokens, user, deviceToken } = await logIn(page, '/auth/login', person)
  await openWith(page, address, {
    accessToken: tokens.accessToken,
    refreshToken: tokens.refreshToken,
    user: JSON.stringify(user),
    deviceToken,
  })
}

type SignedIn = {
  tokens: { accessToken: string; refreshToken: string }
  user: Record<string, string>
  deviceToken: string
}

/** Asks as the browser of this page, so the list of sessions names it. */
async function logIn(page: Page, path: string, person: Person): Promise<SignedIn> {
  const { email, password } = person
  const answer = await page.request.post(`/api/v1${path}`, { data: { email, password } })
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
  return (await answer.json()) as SignedIn
}

/** Puts these entries in the storage of the browser, and opens a page of the product if one is named. */
async function openWith(page: Page, address: string | undefined, entries: Record<string, string>) {
  const store = (stored: Record<string, string>) => {
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
  }
  if (address === undefined) {
    // Storage belongs to an origin: the smallest document of it will do.
    await page.goto('/robots.txt')
    await page.evaluate(store, entries)
  } else {
    const storing = await page.addInitScript(store, entries)
    await page.goto(address)
    await storing.dispose()
  }
}

/** Fills in and submits the login page, without checking the result. */
export async function typeCredentials(page: Page, { email, password }: Person) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** A platform of a new operator with one member, whose password the operator has set. */
export async function newWorkspace(url: string, mail: MailServer) {
  const operator = await newOperator(url, mail)
  const { tokens } = (await post(url, '/auth/login', operator)) as { tokens: Tokens }
  const slug = `acme-${randomUUID().slice(0, 8)}`
  const { platform } = (await post(url, '/platforms', { name: slug }, tokens)) as {
    platform: { id: string }
  }
  const member = {
    email: `member-${randomUUID().slice(0, 8)}@example.com`,
    password: 'forklift 4711',
  }
  await post(
    url,
    `/platforms/${platform.id}/members/create`,
    { ...member, firstName: 'Mo' },
    tokens,
  )
  return { operator, slug, member }
}

/** Signs in to a workspace through the API, and opens a page if one is named. */
export async function signInTo(page: Page, slug: string, member: Person, address?: string) {
  const { tokens, user, deviceToken } = await logIn(page, `/tenant/${slug}/login`, member)
  await openWith(page, address, {
    tenantAccessToken: tokens.accessToken,
    tenantRefreshToken: tokens.refreshToken,
    tenantUser: JSON.stringify(user),
    tenantPlatformId: user['platformId'] ?? '',
    tenantPlatformSlug: slug,
    [`deviceToken:${slug}`]: deviceToken,
  })
}

/** Sets up an authenticator app for the operator over the API. */
export async function newSecondFactor(url: string, person: Person) {
  const { tokens } = (await post(url, '/auth/login', person)) as { tokens: Tokens }
  const { secret } = (await post(url, '/auth/2fa/setup', {}, tokens)) as { secret: string }
  const code = codeAt(secret, new Date())
  const { backupCodes } = (await post(url, '/auth/2fa/verify', { token: code }, tokens)) as {
    backupCodes: string[]
  }
  /** The code after the one that has just been used; it counts half a minute early. */
  const nextCode = () => codeAt(secret, new Date(Date.now() + 30_000))
  return { secret, backupCodes, nextCode }
}

/** A new operator with an authenticator app, who has typed the password and is asked for a code. */
export async function atSecondStep(page: Page, url: string, mail: MailServer, email: string) {
  const operator = await newOperator(url, mail, { email })
  const factor = await newSecondFactor(url, operator)
  await page.goto('/login')
  await typeCredentials(page, operator)
  return { operator, ...factor }
}

/** By the sidebar, which narrow screens keep behind a button. */
export async function signOut(page: Page) {
  const menu = page.getByRole('button', { name: /menu/i })
  const button = page.getByRole('button', { name: 'Sign Out' })
  // The form one has signed in with has neither, and may still be there.
  await expect(menu.or(button).filter({ visible: true }).first()).toBeVisible()
  if (await menu.isVisible()) await menu.click()
  await button.click()
}
