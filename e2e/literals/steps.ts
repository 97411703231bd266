import type { Page } from '@playwright/test'

/** The server refuses without a readable word, so the page uses its own. */
export const refuse = (page: Page, url: string | RegExp, method?: string) =>
  page.route(url, (route) =>
    method && route.request().method() !== method
      ? route.fallback()
      : route.fulfill({ status: 409, body: '' }),
  )

/** Keeps the answers of this address back until the function given is called. */
export async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(url, async (route) => {
    await held
    await route.continue()
  })
  return release
}

export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click()
