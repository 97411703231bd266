import { post, type Tokens } from '../people.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

test('the owner of a confirmed address keeps or deletes its platforms', async ({
  page,
  product,
  mail,
  address,
}) => {
  const password = 'pallet jack 12'
  const person = { firstName: 'Ada', lastName: 'Alba', email: address, password }
  await post(product.url, '/auth/register', person)
  const { tokens } = (await post(product.url, '/auth/login', { email: address, password })) as {
    tokens: Tokens
  }
  const slug = (name: string) => `${name}-${address.slice(0, 8)}`
  for (const name of ['mine', 'theirs'])
    await post(product.url, '/platforms', { name: slug(name) }, tokens)

  await test.step('the link is opened in a browser without a session', async () => {
    const { text } = await mail.waitFor(address, /verify-email\?token=/)
    await page.goto(/(\/verify-email\?token=[\w-]+)/.exec(text)?.[1] ?? '')
    await page.getByRole('button', { name: 'Verify email' }).click()
    await mail.waitFor(address, /Keep or delete your platforms/)
    await page.getByLabel('Email').fill(address)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  const question = page.getByRole('region', { name: 'Keep or delete your platforms' })
  const row = (name: string) => question.getByRole('listitem').filter({ hasText: slug(name) })

  await test.step('the dashboard asks about each platform', async () => {
    await expect(question.getByRole('listitem')).toHaveCount(2)
    await expectAccessible(page, 'the question about platforms to keep or delete')
    await row('mine').getByRole('button', { name: 'Keep platform' }).click()
    await expect(page.getByText(`${slug('mine')} is open again.`)).toBeVisible()
    await expect(question.getByRole('listitem')).toHaveCount(1)
  })

  await test.step('and so does the list of platforms', async () => {
    await page.goto('/dashboard/platforms')
    await expect(page.getByText('Suspended', { exact: true })).toHaveCount(1)
    await row('theirs').getByRole('button', { name: 'Delete platform' }).click()
    const ask = page.getByRole('alertdialog')
    await ask.getByLabel('Type the path of the platform').fill(slug('theirs'))
    await ask.getByRole('button', { name: 'Delete platform' }).click()
    await expect(question).toBeHidden()
    await expect(page.getByRole('heading', { name: slug('mine') })).toBeVisible()
    await expect(page.getByRole('heading', { name: slug('theirs') })).toBeHidden()
  })
})
