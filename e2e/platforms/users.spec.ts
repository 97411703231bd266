import type { Page } from '@playwright/test'
import { newOperator } from '../people.ts'
import { expect, expectAccessible, expectAccessibleAndFitting, test } from '../fixtures.ts'
import { openNewPlatform } from './new-platform.ts'

async function createUser(page: Page, email: string) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email', { exact: true }).fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill('pallet jack 12')
  await dialog.getByLabel('First name').fill('Mo')
  await dialog.getByLabel('Role').first().fill(' picker ')
  await dialog.getByLabel('Permissions').first().fill(' stock.read,, stock.count ,')
  await expect(dialog.getByText('Without effect')).toBeVisible()
  const sent = page.waitForRequest('**/members/create')
  await dialog.getByRole('button', { name: 'Create user' }).click()
  expect((await sent).postDataJSON()).toEqual({
    email,
    password: 'pallet jack 12',
    firstName: 'Mo',
    role: 'picker',
    permissions: ['stock.read', 'stock.count'],
  })
  await expect(page.getByRole('group', { name: email })).toBeVisible()
}

test('role and permissions are edited in place, by keyboard alone', async ({
  page,
  product,
  mail,
  address,
}) => {
  await openNewPlatform(page, await newOperator(product.url, mail))
  await createUser(page, address)
  const row = page.getByRole('group', { name: address })
  const role = row.getByLabel('Role')
  const permissions = row.getByLabel('Permissions')
  await expect(role).toHaveValue('picker')
  await expect(permissions).toHaveValue('stock.read, stock.count')
  await expect(row.getByText('works in the workspace only')).toBeVisible()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/members/permissions')) sent.push(request.postData() ?? '')
  })

  // From the row's button into its first field, as somebody without a mouse gets there.
  await row.getByRole('button', { name: 'Remove' }).focus()
  await page.keyboard.press('Tab')
  await expect(role).toBeFocused()
  await page.keyboard.type('x')
  await page.keyboard.press('Escape')
  await expect(role).toHaveValue('picker')
  await page.keyboard.press('Tab')
  await expect(permissions).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  expect(sent).toEqual([])

  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('owner')
  await page.keyboard.press('Enter')
  await expect(row.getByText('This role cannot be assigned.')).toBeVisible()
  await expectAccessibleAndFitting(page, 'a role that is refused')
  await page.keyboard.press('Escape')
  await expect(role).toHaveValue('picker')

  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(' auditor ')
  await page.keyboard.press('Enter')
  await expect(row.getByText('Saved', { exact: true })).toBeVisible()
  await expect(role).toHaveValue('auditor')
  await expect(row.getByText('The dashboard needs a Stowage account')).toBeVisible()

  await page.keyboard.press('Tab')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Tab')
  await expect(row.getByText('Saved', { exact: true })).toHaveCount(2)
  await expect(permissions).toHaveValue('')
  expect(sent).toHaveLength(3)
  await expectAccessibleAndFitting(page, 'the users after saving in place')
})

test('a user is removed and added again, with what was suggested', async ({
  page,
  product,
  mail,
  address,
}) => {
  await openNewPlatform(page, await newOperator(product.url, mail))
  await createUser(page, address)
  const row = page.getByRole('group', { name: address })

  await test.step('roles and permissions are suggested', async () => {
    /** Returns the suggestions the browser offers below a field. */
    const offered = (label: string) =>
      row
        .getByLabel(label)
        .evaluate((field: HTMLInputElement) =>
          Array.from(field.list?.options ?? [], ({ value, text }) => `${value}: ${text}`),
        )
    expect(await offered('Role')).toEqual(
      expect.arrayContaining(['admin: ', 'auditor: ', 'receiver: ']),
    )
    await row.getByLabel('Permissions').fill('stock.read, ')
    const permissions = await offered('Permissions')
    expect(permissions).toContain('stock.read, stock.move: move stock')
    expect(permissions).not.toContain('stock.read, stock.read: view stock')
    await row.getByLabel('Permissions').press('Escape')
  })

  await test.step('a removed user can be added again from their row', async () => {
    await row.getByRole('button', { name: 'Remove' }).press('Enter')
    await expect(page.getByText('Their access has ended.')).toBeVisible()
    // Offered for ten seconds, which looking at everything else would outlast here.
    await page.getByRole('button', { name: 'Add again' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Email', { exact: true })).toHaveValue(address)
    await expect(dialog.getByLabel('Permissions').first()).toHaveValue('stock.read, stock.count')
    await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
    await page.keyboard.type('pallet jack 13')
    await page.keyboard.press('Enter')
    await expect(row).toBeVisible()
    await expectAccessible(page, 'the users after adding one again')
  })
})
