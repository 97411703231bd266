import { get, newOperator, post, signIn, type Tokens } from '../people.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

test('a platform is handed to another member', async ({ page, product, mail, address }) => {
  const slug = `heir-${address.slice(0, 8)}`
  const heir = await newOperator(product.url, mail)
  const owner = await newOperator(product.url, mail, { email: address })
  await signIn(page, owner, '/dashboard/platforms/new')
  await page.getByPlaceholder('e.g. acme').fill(slug)
  await page.getByPlaceholder('e.g. acme').press('Enter')
  await expect(page.getByText('Available', { exact: true })).toBeVisible()
  await page.getByPlaceholder('e.g. acme').press('Enter')
  await expect(page.getByText('Platform created')).toBeVisible()
  await page.keyboard.press('Escape')

  const panel = page.getByRole('region', { name: 'Ownership' })
  const transfer = panel.getByRole('button', { name: 'Transfer ownership' })
  await test.step('a transfer needs another member', async () => {
    await page.getByRole('button', { name: 'Manage' }).click()
    await expect(transfer).toHaveAccessibleDescription(
      'No other member uses this platform with a Stowage account.',
    )
    await page.keyboard.press('Escape')
  })

  await test.step('somebody with a Stowage account becomes one', async () => {
    const { tokens } = (await post(product.url, '/auth/login', owner)) as { tokens: Tokens }
    const { platforms } = (await get(product.url, '/platforms/mine', tokens)) as {
      platforms: [{ id: string }]
    }
    const platformId = platforms[0].id
    const invited = { memberEmail: heir.email }
    await post(product.url, `/platforms/${platformId}/members`, invited, tokens)
    const { text } = await mail.waitFor(heir.email, /\?invite=/)
    const token = /\?invite=([\w-]+)/.exec(text)?.[1]
    const { member } = (await post(product.url, `/tenant/${slug}/invitations/accept`, {
      token,
    })) as { member: { id: string } }
    const role = { memberId: member.id, role: 'admin' }
    await post(product.url, `/platforms/${platformId}/members/permissions`, role, tokens)
  })

  await test.step('the owner chooses, is asked and is an admin from then on', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Manage' }).click()
    await expect(transfer).toHaveAccessibleDescription('Choose the new owner first.')
    await panel.getByLabel('New owner').selectOption({ label: `Ada Alba ${heir.email}` })
    await expectAccessible(page, 'the ownership panel')
    await transfer.click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText(`Transfer ${slug} to ${heir.email}?`)
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await question.getByRole('button', { name: 'Transfer' }).click()
    const outcome = panel.getByText(`${heir.email} owns ${slug} now. You are an admin.`)
    await expect(outcome).toBeVisible()
    await expect(transfer).toHaveAccessibleDescription('Only the owner can transfer the platform.')
    await expect(
      panel.getByRole('button', { name: 'Delete platform' }),
    ).toHaveAccessibleDescription('Only the owner can delete the platform.')
    await expectAccessible(page, 'the ownership panel of an admin')
  })

  await test.step('both are told by mail', async () => {
    await mail.waitFor(address, /now owns/)
    await mail.waitFor(heir.email, /made you the owner/)
  })
})
