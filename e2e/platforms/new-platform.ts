import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { signIn, type Person } from '../people.ts'
import { expect } from '../fixtures.ts'

/** Signs the operator in, makes a platform and opens its dialog; gives its path. */
export async function openNewPlatform(page: Page, owner: Person): Promise<string> {
  const slug = `acme-${randomUUID().slice(0, 8)}`
  await signIn(page, owner, '/dashboard/platforms/new')
  await page.getByPlaceholder('e.g. acme').fill(slug)
  await page.getByPlaceholder('e.g. acme').blur()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByText('Platform created')).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await openPlatform(page, slug)
  return slug
}

export async function openPlatform(page: Page, slug: string) {
  await page.goto(`/dashboard/platforms?q=${slug}`)
  await page.getByRole('button', { name: 'Manage' }).click()
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible()
}
