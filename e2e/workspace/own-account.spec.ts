import { openAccount } from '../lists.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { newWorkspace, signIn, signInTo, typeCredentials } from '../people.ts'
import { follow } from '../visits.ts'

const banner = 'Your password was set for you. Change it.'

test('a member changes the password that was set for them', async ({ page, product, mail }) => {
  const { slug, member } = await newWorkspace(product.url, mail)
  await signInTo(page, slug, member, `/${slug}/app`)

  await test.step('every page of the workspace says so', async () => {
    for (const below of ['', '/team', '/notifications', '/settings']) {
      await follow(page, `/${slug}/app${below}`)
      await expect(page.getByText(banner)).toBeVisible()
    }
    await follow(page, `/${slug}/app`)
    await page.getByRole('link', { name: 'Change it.' }).click()
    await expect(page).toHaveURL(new RegExp(`/${slug}/app/settings#change-password$`))
    await expect(page.getByLabel('Current password', { exact: true })).toBeFocused()
  })

  await test.step('a wrong current password is a mistake in a field', async () => {
    await page.getByLabel('Current password', { exact: true }).fill('not this one')
    await page.getByLabel('New password', { exact: true }).fill('my own words')
    await page.getByLabel('Confirm password', { exact: true }).fill('other words')
    await page.getByRole('button', { name: 'Update Password' }).click()
    await expect(page.getByText('Passwords do not match')).toBeVisible()
    await page.getByLabel('Confirm password', { exact: true }).fill('my own words')
    await page.getByRole('button', { name: 'Update Password' }).click()
    await expect(page.getByText('Current password is incorrect.')).toBeVisible()
    await expect(page).toHaveURL(/\/app\/settings/)
    await expectAccessible(page, 'the settings of a member with an error')
  })

  await test.step('the correct password changes it, and the banner disappears', async () => {
    await page.getByLabel('Current password', { exact: true }).fill(member.password)
    await page.getByRole('button', { name: 'Update Password' }).click()
    await expect(page.getByText('Password updated successfully.')).toBeVisible()
    await expect(page.getByText(banner)).toBeHidden()
    await expectAccessible(page, 'the settings of a member')
  })

  await test.step('sign in with the new one', async () => {
    await openAccount(page)
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(new RegExp(`/${slug}$`))
    await typeCredentials(page, member)
    await expect(page.getByText('Invalid email or password')).toBeVisible()
    await typeCredentials(page, { ...member, password: 'my own words' })
    await expect(page).toHaveURL(new RegExp(`/${slug}/app$`))
    await expect(page.getByText(banner)).toBeHidden()
  })
})

test('a member replaces a forgotten password by mail', async ({ page, product, mail }) => {
  const { slug, member } = await newWorkspace(product.url, mail)

  await test.step('ask for the mail in place', async () => {
    await page.goto(`/${slug}`)
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    await expect(page.getByLabel('Email')).toBeFocused()
    await expectAccessible(page, 'the recovery form of a platform')
    await page.getByLabel('Email').fill(member.email)
    await page.getByLabel('Email').press('Enter')
    await expect(
      page.getByText('Password reset instructions have been sent to your email address.'),
    ).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/${slug}$`))
    await expect(page).toHaveTitle(`${slug} - Login`)
    await page.getByRole('button', { name: 'Back to Login' }).click()
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  })

  const { text } = await mail.waitFor(member.email, /\?reset=/)
  const link = new RegExp(`http\\S+/${slug}\\?reset=[\\w-]+`).exec(text)?.[0] ?? ''

  await test.step('the link opens the form and leaves the address bar', async () => {
    // Written large, as people who copy addresses by hand do.
    await page.goto(link.replace(slug, slug.toUpperCase()))
    await expect(page).toHaveURL(new RegExp(`/${slug}$`))
    await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
    await page.reload()
    await page.getByLabel('New password', { exact: true }).fill('short')
    await expect(page.getByText('At least 6 characters')).toBeVisible()
    await expect(page.getByText('Passwords match')).toBeVisible()
    await page.getByLabel('New password', { exact: true }).fill('the new one')
    await page.getByLabel('Confirm password', { exact: true }).fill('the new one')
    await expectAccessible(page, 'the reset form of a platform')
    await page.getByLabel('Confirm password', { exact: true }).press('Enter')
  })

  await test.step('it is said, and said again where one signs in', async () => {
    const done = page.getByText(
      'Password reset successfully! You can now sign in with your new password.',
    )
    await expect(done).toBeVisible()
    await expect(page.getByLabel('Email')).toBeFocused({ timeout: 6_000 })
    await expect(done).toBeVisible()
    await typeCredentials(page, { ...member, password: 'the new one' })
    await expect(page).toHaveURL(new RegExp(`/${slug}/app$`))
    await expect(page.getByText(banner)).toBeHidden()
  })

  await test.step('the link is used up', async () => {
    await page.goto(link)
    await page.getByLabel('New password', { exact: true }).fill('once again')
    await page.getByLabel('Confirm password', { exact: true }).fill('once again')
    await page.getByLabel('Confirm password', { exact: true }).press('Enter')
    await expect(
      page.getByText('Invalid or expired reset token. Please request a new password reset.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Request a new link' }).click()
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  })
})

test('a member ends sessions elsewhere, and changes name and password', async ({
  page,
  browser,
  product,
  mail,
}) => {
  const { slug, member } = await newWorkspace(product.url, mail)
  await signInTo(page, slug, member, `/${slug}/app`)
  const [phone, tablet] = await Promise.all([browser.newContext(), browser.newContext()])
  const there = await phone.newPage()
  await signInTo(there, slug, member, `/${slug}/app`)
  const elsewhere = await tablet.newPage()
  await signInTo(elsewhere, slug, member, `/${slug}/app`)

  await page.goto(`/${slug}/settings`)
  await expect(page).toHaveURL(new RegExp(`/${slug}/app/settings$`))
  const sessions = page.getByRole('region', { name: 'Sessions' })
  await expect(sessions.getByRole('listitem')).toHaveCount(3)
  await expect(sessions.getByRole('listitem').first()).toContainText('This device')
  await sessions.getByRole('button', { name: 'End this session' }).first().click()
  await expect(sessions.getByText(/^Ended: /)).toBeFocused()
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await sessions.getByRole('button', { name: 'End all other sessions' }).click()
  await expect(sessions.getByText('One session ended.')).toBeVisible()
  await expect(sessions.getByText('There are no others.')).toBeVisible()

  for (const ended of [there, elsewhere]) {
    await ended.reload()
    await expect(ended).toHaveURL(/\/disconnected\?reason=unauthorized$/)
  }
  await page.reload()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await phone.close()
  await tablet.close()

  await test.step('the settings of a member by keyboard alone', async () => {
    await follow(page, `/${slug}/app`)
    await page.getByRole('banner').getByRole('link', { name: 'Settings', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('First name')).toHaveValue('Mo')

    /** Goes on until the control has the focus, as nobody would who cannot reach it. */
    const tabTo = async (control: ReturnType<typeof page.getByLabel>) => {
      for (let i = 0; i < 40; i++) {
        if (await control.evaluate((element) => element === document.activeElement)) return
        await page.keyboard.press('Tab')
      }
      await expect(control).toBeFocused()
    }
    await tabTo(page.getByLabel('First name'))
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('Moana')
    await tabTo(page.getByLabel('Last name'))
    await page.keyboard.type('Ito')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()

    await tabTo(page.getByLabel('Current password', { exact: true }))
    await page.keyboard.type(member.password)
    await tabTo(page.getByLabel('New password', { exact: true }))
    await page.keyboard.type('my own words')
    await tabTo(page.getByLabel('Confirm password', { exact: true }))
    await page.keyboard.type('my own words')
    await tabTo(page.getByRole('button', { name: 'Update Password' }))
    await page.keyboard.press('Enter')
    await expect(page.getByText('Password updated successfully.')).toBeVisible()

    await page.reload()
    await expect(page.getByLabel('First name')).toHaveValue('Moana')
    await expect(page.getByLabel('Last name')).toHaveValue('Ito')
  })
})

test('a linked member is told where the password is changed', async ({ page, product, mail }) => {
  const { slug, operator } = await newWorkspace(product.url, mail)
  await signInTo(page, slug, operator, `/${slug}/app/settings`)
  await expect(page.getByText('Here you sign in with the password')).toBeVisible()
  await expect(page.getByLabel('Current password', { exact: true })).toHaveCount(0)
  await expectAccessible(page, 'the settings of a linked member')
  await signIn(page, operator, `/${slug}/app/settings`)
  await page.getByRole('link', { name: 'Change this password in your account settings.' }).click()
  await expect(page).toHaveURL(/\/dashboard\/settings\?tab=security$/)
  await expect(page.getByRole('heading', { name: 'Change Password' })).toBeVisible()
})
