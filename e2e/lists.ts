import type { Locator, Page } from '@playwright/test'

/** Chooses what a list offers beside its primary action: an entry of the menu at its title. */
export async function chooseOfList(page: Page, name: string) {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page
    .getByRole('button', { name, exact: true })
    .or(page.getByRole('link', { name, exact: true }))
    .click()
}

/** Opens the menu of a row, which `named` says, and gives one of its entries. */
export async function entryOfRow(page: Page, named: string, name: string): Promise<Locator> {
  await page.getByRole('button', { name: `More for ${named}`, exact: true }).click()
  const entries = page.locator('[popover]:popover-open')
  return entries
    .getByRole('link', { name, exact: true })
    .or(entries.getByRole('button', { name, exact: true }))
}

/** Opens what stands beside a list, which is folded where the screen is narrow. */
export async function openAside(page: Page, name: string) {
  if ((page.viewportSize()?.width ?? 0) < 1024)
    await page.locator('summary').filter({ hasText: name }).click()
}

/** Opens the account menu if the header has collapsed it, as on a narrow screen. */
export async function openAccount(page: Page) {
  const menu = page.getByRole('button', { name: 'Account', exact: true })
  await menu.or(page.getByRole('button', { name: 'Logout' })).waitFor()
  if (await menu.isVisible()) await menu.click()
}

/** Counts elements that are fully visible: not clipped, and not covered by another layer. */
export const seenWhole = (rows: Locator) =>
  rows.evaluateAll(
    (all) =>
      all.filter((row) => {
        const { top, bottom, left, right } = row.getBoundingClientRect()
        const isInside = top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth
        const over = document.elementFromPoint((left + right) / 2, bottom - 2)
        return isInside && bottom > top && over !== null && row.contains(over)
      }).length,
  )
