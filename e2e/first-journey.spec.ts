import { signOut } from './people.ts'
import { openAccount } from './lists.ts'
import { expect, expectAccessible, onPhones, test } from './fixtures.ts'

// The whole way once: a visitor becomes an operator with a platform, whose member signs in and out.
test(
  'from the landing page to a signed-in member',
  onPhones,
  async ({ page, mail, address, context }) => {
    const password = 'pallet jack 12'
    const slug = `acme-${address.slice(0, 8)}`
    const memberAddress = `member-${address}`

    await test.step('the landing page leads to registration', async () => {
      await page.goto('/')
      await expectAccessible(page, 'the landing page')
      await page.getByRole('link', { name: 'Create Account Today' }).first().click()
      await expect(page).toHaveURL(/\/register$/)
    })

    await test.step('register', async () => {
      await page.getByLabel('First name').fill('Ada')
      await page.getByLabel('Last name').fill('Alba')
      await page.getByLabel('Email').fill(address)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByLabel('Confirm password', { exact: true }).fill('something else')
      await page.getByRole('button', { name: 'Create account' }).click()
      await expect(page.getByText('Passwords do not match')).toBeVisible()
      await expectAccessible(page, 'registration with an error')
      await page.getByLabel('Confirm password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Create account' }).click()
      await expect(
        page
          .getByText('Registration successful! Please check your email to verify your account.')
          .first(),
      ).toBeVisible()
      await expect(page).toHaveURL(/\/login/, { timeout: 6_000 })
    })

    await test.step('open the verification mail', async () => {
      const { text } = await mail.waitFor(address, /verify-email\?token=/)
      const link = /http\S+\/verify-email\?token=[\w-]+/.exec(text)?.[0] ?? ''
      await page.goto(link)
      await expectAccessible(page, 'the verification page')
      await page.getByRole('button', { name: 'Verify email' }).click()
      await expect(
        page.getByText('Email verified successfully! You can now sign in.'),
      ).toBeVisible()
    })

    await test.step('sign in, after a wrong password', async () => {
      await page.getByLabel('Email').fill(address)
      await page.getByLabel('Password', { exact: true }).fill('not the password')
      await page.getByRole('button', { name: 'Sign In', exact: true }).click()
      await expect(page.getByText('Invalid email or password')).toBeVisible()
      await expectAccessible(page, 'the login page with an error')
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign In', exact: true }).click()
      await expect(page).toHaveURL(/\/dashboard$/)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Ada')
      await expectAccessible(page, 'the dashboard')
    })

    await test.step('create a platform', async () => {
      await page.goto('/dashboard/platforms')
      await expect(page.getByText('Manage and monitor your application platforms')).toBeVisible()
      await expectAccessible(page, 'the empty platforms page')
      await page.getByRole('button', { name: 'Add Platform' }).click()
      await page.getByPlaceholder('e.g. acme').fill(slug)
      await page.getByPlaceholder('e.g. acme').blur()
      await expect(page.getByText('Available', { exact: true })).toBeVisible()
      await expectAccessible(page, 'the create dialog')
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await expect(page.getByText('Platform created')).toBeVisible()
      await page.getByRole('button', { name: 'Close', exact: true }).click()
      await expect(page.getByRole('heading', { name: slug })).toBeVisible()
      await expectAccessible(page, 'the platforms page')
    })

    await test.step('create a member', async () => {
      await page.getByRole('button', { name: 'Manage' }).click()
      await expect(page.getByText('No users yet.')).toBeVisible()
      const users = page.getByRole('dialog')
      await users.getByLabel('Email').fill(memberAddress)
      await users.getByLabel('Password', { exact: true }).fill(password)
      await users.getByLabel('First name').fill('Mo')
      await users.getByRole('button', { name: 'Create user' }).click()
      await expect(users.getByText(memberAddress, { exact: true })).toBeVisible()
      await expectAccessible(page, 'the manage dialog')
    })

    await test.step('the member signs in on the platform’s own page', async () => {
      const guest = await context.newPage()
      await guest.goto(`/${slug.toUpperCase()}`)
      await expect(guest).toHaveURL(new RegExp(`/${slug}$`))
      await expect(guest).toHaveTitle(`${slug} - Login`)
      await expect(
        guest.getByRole('heading', { name: `Welcome to ${slug.toUpperCase()}` }),
      ).toBeVisible()
      await expectAccessible(guest, 'the tenant login page')
      await guest.getByLabel('Email').fill(memberAddress)
      await guest.getByLabel('Password', { exact: true }).fill(password)
      await guest.getByRole('button', { name: 'Sign In', exact: true }).click()
      await expect(guest).toHaveURL(new RegExp(`/${slug}/app$`))
      await expect(guest.getByText(`${slug.toUpperCase()} Workspace`)).toBeVisible()
      await openAccount(guest)
      await expect(guest.getByText(`Signed in as ${memberAddress}`)).toBeVisible()
      await guest.keyboard.press('Escape')
      await expectAccessible(guest, 'the workspace home')
      await openAccount(guest)
      await guest.getByRole('button', { name: 'Logout' }).click()
      await expect(guest).toHaveURL(new RegExp(`/${slug}$`))
      await guest.goto(`/${slug}/app`, { waitUntil: 'commit' })
      await expect(guest).toHaveURL(new RegExp(`/${slug}$`))
      await guest.close()
    })

    await test.step('the operator reads the audit log and signs out', async () => {
      await page.goto('/dashboard/analytics')
      await expect(
        page.getByRole('cell', { name: 'TENANT_LOGIN', exact: true }).first(),
      ).toBeVisible()
      await expectAccessible(page, 'the audit log')
      await signOut(page)
      await expect(page).toHaveURL(/\/disconnected\?reason=logout$/)
      await expect(page.getByText('you have been disconected for secutity reasons')).toBeVisible()
      await expectAccessible(page, 'the disconnected page')
      await page.goto('/dashboard', { waitUntil: 'commit' })
      await expect(page).toHaveURL(/\/disconnected\?reason=session-expired$/)
    })
  },
)
