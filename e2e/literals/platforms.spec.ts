import { png } from '../../server/test/pictures.ts'
import { expectLiterals } from '../expect-literals.ts'
import { newOperator, newWorkspace, signIn, typeCredentials } from '../people.ts'
import { newPlatform } from '../platforms.ts'
import { expect, test } from '../fixtures.ts'
import { hold, press, refuse } from './steps.ts'

test('texts of the platforms', async ({ page, product, mail, address }) => {
  await signIn(page, await newOperator(product.url, mail, { email: address }))
  const { id, slug } = await newPlatform(page, `dock-${address.slice(0, 8)}`)
  const values = { name: slug, slug, free: `${slug}-two`, origin: product.url }
  const dialog = page.getByRole('dialog')
  await page.goto('/dashboard/platforms')
  await expectLiterals(page.getByRole('main'), 'platforms', values)

  await test.step('the dialog that creates one', async () => {
    const field = dialog.getByPlaceholder('e.g. acme')
    const ask = async (name: string) => {
      await field.fill(name)
      await field.blur()
    }
    await page.goto('/dashboard/platforms/new')
    await expectLiterals(dialog, 'createPlatform')
    await ask(slug)
    await expectLiterals(dialog, 'createPlatformTaken')
    await refuse(page, /\/platforms\/check-name/)
    await ask(`${slug}-one`)
    await expectLiterals(dialog, 'createPlatformUnchecked')
    await page.unrouteAll()
    await ask(values.free)
    await expectLiterals(dialog, 'createPlatformFree', values)
    await refuse(page, '**/api/v1/platforms', 'POST')
    await press(page, 'Create')
    await expectLiterals(dialog, 'createPlatformRefused')
    await page.unrouteAll()
    await ask(values.free)
    await expectLiterals(dialog, 'createPlatformFree', values)
    const release = await hold(page, '**/api/v1/platforms')
    await press(page, 'Create')
    await expectLiterals(dialog, 'createPlatformBusy')
    release()
    await expectLiterals(dialog, 'createPlatformDone', values)
  })

  const details = `**/api/v1/platforms/${id}`
  await test.step('the dialog that manages one', async () => {
    const release = await hold(page, details)
    await page.goto(`/dashboard/platforms/${id}`)
    await expectLiterals(dialog, 'managePlatformLoading')
    release()
    await expectLiterals(dialog, 'managePlatform', values)
    await refuse(page, details, 'PUT')
    await dialog.getByLabel('Name', { exact: true }).fill('Dock')
    await press(page, 'Save changes')
    await expectLiterals(dialog, 'managePlatformUnsaved')
    await refuse(page, '**/platforms/*/logo')
    const chooser = dialog.locator('input[type=file]')
    const file = (mimeType: string, buffer: Buffer) => ({ name: 'a', mimeType, buffer })
    await chooser.setInputFiles(file('text/plain', Buffer.from('text')))
    await expectLiterals(dialog, 'managePlatformNoImage')
    await chooser.setInputFiles(file('image/png', await png()))
    await expectLiterals(dialog, 'managePlatformNoLogo')
  })

  await test.step('its users', async () => {
    const create = '**/members/create'
    const member = `member-${address}`
    await refuse(page, create)
    await dialog.getByLabel('Email', { exact: true }).fill(member)
    await dialog.getByLabel('Password', { exact: true }).fill('pallet jack 12')
    await press(page, 'Create user')
    await expectLiterals(dialog, 'managePlatformNoMember')
    await page.unroute(create)
    await press(page, 'Create user')
    const row = dialog.getByRole('group', { name: member })
    await expectLiterals(row, 'managePlatformMember', { member })
    await refuse(page, '**/members/permissions')
    await row.getByLabel('Role').fill('picker')
    await row.getByLabel('Role').press('Enter')
    await expectLiterals(row, 'managePlatformNoRole')
    await row.getByLabel('Permissions').fill('stock.read')
    await row.getByLabel('Permissions').press('Enter')
    await expectLiterals(row, 'managePlatformNoPermissions')
    await refuse(page, '**/members', 'DELETE')
    await row.getByRole('button', { name: 'Remove' }).click()
    await expectLiterals(row, 'managePlatformNotRemoved')
  })

  await refuse(page, details)
  await page.reload()
  await expectLiterals(dialog, 'managePlatformFailed')
})

test('texts of a workspace', async ({ page, product, mail }) => {
  const { slug, member } = await newWorkspace(product.url, mail)
  const values = { slug, name: slug, SLUG: slug.toUpperCase(), email: member.email }
  const login = `**/tenant/${slug}/login`
  await page.goto(`/${slug}`)
  await expectLiterals(page, 'tenantLogin', values)
  await refuse(page, login)
  await typeCredentials(page, member)
  await expectLiterals(page, 'tenantLoginRefused')
  await page.unroute(login)
  const release = await hold(page, login)
  await typeCredentials(page, member)
  await expectLiterals(page, 'tenantLoginBusy')
  release()
  await expect(page).toHaveURL(new RegExp(`/${slug}/app$`))
  await expectLiterals(page, 'tenantHome', values)
})
