import { expect, expectAccessible, expectFitting, test } from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { newStockedSite } from './stocked.ts'

/** Sends what a copied curl command says. */
async function runCurl(command: string) {
  const url = /curl (\S+)/.exec(command)?.[1] ?? ''
  const headers = [...command.matchAll(/-H '([^:]+): ([^']+)'/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value],
  )
  const body = /-d '([^']+)'/.exec(command)?.[1]
  return fetch(url, body === undefined ? { headers } : { method: 'POST', headers, body })
}

test('an API key is created, used, rotated and revoked', async ({ page, product, mail }) => {
  const site = await newStockedSite(product.url, mail)
  await signInTo(page, site.slug, site.operator, `/${site.slug}/app/settings`)
  await page.getByRole('link', { name: 'API keys' }).click()
  await expect(page.getByText('No API keys yet')).toBeVisible()
  await expectAccessible(page, 'no API keys')
  const example = (name: string) => page.getByRole('region', { name }).getByRole('code')
  const dialog = page.getByRole('dialog')
  const row = page.getByRole('row', { name: /Online shop/ })
  let read = ''

  await test.step('it is created and its examples work', async () => {
    await page.getByRole('button', { name: 'Create API key' }).click()
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await expect(dialog.getByText('Name is required')).toBeVisible()
    await expect(dialog.getByText('Choose at least one permission')).toBeVisible()
    await dialog.getByLabel('Name', { exact: true }).fill('Online shop')
    await dialog.getByLabel('View orders').check()
    await dialog.getByLabel('Create orders').check()
    await expectAccessible(page, 'a new API key')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await expect(dialog.getByText('It won’t be shown again', { exact: false })).toBeVisible()
    await expectAccessible(page, 'the secret of an API key')
    const write = await example('Example 1').innerText()
    read = await example('Example 2').innerText()
    expect(write).toContain(await example('Secret').innerText())
    expect((await runCurl(write)).status).toBe(201)
    const orders = (await (await runCurl(read)).json()) as { items: unknown[] }
    expect(orders.items).toHaveLength(1)
    await dialog.getByRole('button', { name: 'Done' }).click()
  })

  await test.step('it is listed with its last use', async () => {
    await page.reload()
    await expect(row).toContainText('Active')
    await expect(row).not.toContainText('Never')
    await expectAccessible(page, 'the list of API keys')
    await expectFitting(page)
  })

  await test.step('a rotation gives a new secret and ends the old one', async () => {
    await row.getByRole('button', { name: 'More for Online shop' }).click()
    await page.getByRole('button', { name: 'Rotate Online shop' }).click()
    await dialog.getByLabel('Current secret').selectOption('Stops working now')
    await dialog.getByRole('button', { name: 'Rotate key' }).click()
    const before = read
    read = await example('Example 2').innerText()
    expect((await runCurl(before)).status).toBe(401)
    expect((await runCurl(read)).status).toBe(200)
    await dialog.getByRole('button', { name: 'Done' }).click()
  })

  await test.step('a revoked key is refused', async () => {
    await row.getByRole('button', { name: 'More for Online shop' }).click()
    await page.getByRole('button', { name: 'Revoke Online shop' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }).click()
    await expect(row).toContainText('Revoked')
    expect((await runCurl(read)).status).toBe(401)
  })
})
