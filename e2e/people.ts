import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { MailServer } from './mail.ts'

type Person = { email: string; password: string }

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

async function post(url: string, path: string, body: object) {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
}

export async function signIn(page: Page, { email, password }: Person) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
}

/** By the sidebar, which narrow screens keep behind a button. */
export async function signOut(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const menu = page.getByRole('button', { name: /menu/i })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
}
