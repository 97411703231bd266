import type { Page } from '@playwright/test'
import { newPlatform } from '../platforms.ts'
import { newOperator, signIn } from '../people.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

/** Letters as a hand types them: faster ones are taken for a scanner. */
async function press(page: Page, ...letters: string[]) {
  for (const letter of letters) {
    await page.waitForTimeout(120)
    await page.keyboard.press(letter)
  }
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** The keys are there a moment after the page. */
const ready = (page: Page) => page.waitForLoadState('networkidle')

test('the dashboard from end to end by keyboard alone', async ({
  page,
  product,
  mail,
  address,
}) => {
  await signIn(page, await newOperator(product.url, mail, { email: address }))
  const names = ['a', 'b', 'c'].map((letter) => `${letter}-${address.slice(0, 8)}`)
  for (const name of names) await newPlatform(page, name)
  await ready(page)

  await test.step('Press G and a letter to open a page', async () => {
    await press(page, 'g', 'p')
    await expect(heading(page)).toHaveText('Platforms')
    await expect(heading(page)).toBeFocused()
    await press(page, 'g', 'a')
    await expect(heading(page)).toHaveText('Analytics')
    await press(page, 'g', 's')
    await expect(heading(page)).toHaveText('Settings')
    await press(page, 'g', 'd')
    await expect(heading(page)).toHaveText('Hello, Ada')
    await press(page, 'g', 'p')
    await expect(page.getByRole('heading', { name: names[0] ?? '' })).toBeVisible()
  })

  const manage = page.getByRole('button', { name: 'Manage', exact: true })
  await test.step('J and K walk through the platforms, Enter opens, Escape closes', async () => {
    await press(page, 'j')
    await expect(manage.nth(0)).toBeFocused()
    await press(page, 'j')
    await expect(manage.nth(1)).toBeFocused()
    await press(page, 'k', 'k')
    await expect(manage.nth(0)).toBeFocused()
    await press(page, 'j')
    await expect(manage.nth(1)).toBeFocused()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Manage Platform' })
    await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue(names[1] ?? '')
    await press(page, 'n', 'g', 'd')
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(manage.nth(1)).toBeFocused()
  })

  await test.step('/ searches, and in the field letters are letters', async () => {
    await press(page, '/')
    const search = page.getByLabel('Name or path')
    await expect(search).toBeFocused()
    await press(page, 'n', 'g', 'd', '?')
    await expect(search).toHaveValue('ngd?')
    await search.fill('')
    await search.blur()
    await expect(manage).toHaveCount(3)
  })

  await test.step('scanner input is told from typing', async () => {
    await page.keyboard.type('n?gd4006381333931n', { delay: 10 })
    await page.waitForTimeout(300)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(heading(page)).toHaveText('Platforms')
  })

  await test.step('N adds one', async () => {
    await press(page, 'n')
    await expect(page.getByRole('dialog', { name: 'Create Platform' })).toBeVisible()
    await expect(page.getByPlaceholder('e.g. acme')).toHaveValue('')
    await page.keyboard.press('Escape')
  })

  await test.step('in the audit log the neighbours of an open row are a key away', async () => {
    await press(page, 'g', 'a')
    await expect(page.getByRole('cell', { name: 'PLATFORM_CREATED' }).first()).toBeVisible()
    await press(page, 'j')
    await expect(page.getByRole('button', { name: 'More' }).first()).toBeFocused()
    await page.keyboard.press('Enter')
    const open = page.getByRole('button', { name: 'Less' })
    const row = () =>
      open.evaluate((one) =>
        [...document.querySelectorAll('[data-row]')].indexOf(one.closest('tr') as Element),
      )
    await expect(open).toBeVisible()
    expect(await row()).toBe(0)
    await press(page, ']', ']')
    await expect.poll(row).toBe(2)
    await press(page, '[')
    await expect.poll(row).toBe(1)
    await press(page, '/')
    await expect(page.getByLabel('Action', { exact: true })).toBeFocused()
    await page.getByLabel('Action', { exact: true }).blur()
  })

  await test.step('Ctrl S and Ctrl Enter send the form', async () => {
    await press(page, 'g', 's')
    await page.getByLabel('First name').fill('Grace')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('First name')).toHaveValue('Grace')
    await ready(page)
    await page.getByLabel('First name').fill('Ada')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  })
})

test('the help tells the keys of the page, and turns those of single letters off', async ({
  page,
  product,
  mail,
  address,
}) => {
  await signIn(
    page,
    await newOperator(product.url, mail, { email: address }),
    '/dashboard/platforms',
  )
  await expect(heading(page)).toBeVisible()
  await ready(page)
  const help = page.getByRole('dialog', { name: 'Help' })

  await press(page, '?')
  await expect(help.getByRole('heading', { name: 'About Platforms' })).toBeVisible()
  await expect(help.getByText('Search the platforms', { exact: true })).toBeVisible()
  await help.getByText('Glossary').click()
  await expect(help.getByText('A business with its own address, members and data.')).toBeVisible()
  await help.getByText('What’s new').click()
  await expect(help.getByRole('link', { name: /^support@/ })).toBeVisible()
  await expectAccessible(page, 'the help')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

  await help.getByRole('switch', { name: /single-key/i }).press('Space')
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await press(page, 'n', '?')
  await page.waitForTimeout(300)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.reload()
  await expect(heading(page)).toBeVisible()
  await ready(page)
  await press(page, '?')
  await page.waitForTimeout(300)
  await expect(help).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Go to or run' }).fill('help')
  await page.keyboard.press('Enter')
  await help.getByRole('switch', { name: /single-key/i }).press('Space')
  await page.getByRole('button', { name: 'Close help' }).click()
  await press(page, 'n')
  await expect(page.getByRole('dialog', { name: 'Create Platform' })).toBeVisible()
})

test('an address of the audit log has its own help', async ({ page, product, mail, address }) => {
  await signIn(
    page,
    await newOperator(product.url, mail, { email: address }),
    '/dashboard/analytics',
  )
  await expect(heading(page)).toBeVisible()
  await page.getByRole('button', { name: 'Help and shortcuts' }).click()
  const help = page.getByRole('dialog', { name: 'Help' })
  await expect(help.getByRole('heading', { name: 'About Analytics' })).toBeVisible()
  await expect(help.getByText('Filter the log', { exact: true })).toBeVisible()
  await expect(help.getByText('Search the platforms')).toHaveCount(0)
})
