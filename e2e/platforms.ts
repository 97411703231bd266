import type { Page } from '@playwright/test'

/** Makes a platform over the API, for journeys that begin later; the page must be signed in. */
export async function newPlatform(page: Page, name: string): Promise<{ id: string; slug: string }> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const answer = await page.request.post('/api/v1/platforms', {
    headers: { authorization: `Bearer ${token}` },
    data: { name },
  })
  if (!answer.ok()) throw new Error(`${answer.status()} ${await answer.text()}`)
  return ((await answer.json()) as { platform: { id: string; slug: string } }).platform
}
