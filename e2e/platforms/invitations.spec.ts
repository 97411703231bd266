import type { Page } from '@playwright/test'
import type { MailServer } from '../mail.ts'
import { newOperator } from '../people.ts'
import { openAccount } from '../lists.ts'
import { expect, expectAccessible, expectAccessibleAndFitting, test } from '../fixtures.ts'
import { openNewPlatform, openPlatform } from './new-platform.ts'

async function invite(page: Page, email: string) {
  await page.getByLabel('Their e-mail address').fill(email)
  await page.getByLabel('Their e-mail address').press('Enter')
  await expect(page.getByText(`The invitation to ${email} is on its way.`)).toBeVisible()
}

const linkIn = (text: string) => /http\S+\?invite=[\w-]+/.exec(text)?.[0] ?? ''

/** The link of the newest invitation, once that is another one than `before`. */
async function mailedLink(mail: MailServer, email: string, before = ''): Promise<string> {
  const newest = async () => linkIn((await mail.waitFor(email, /\?invite=/)).text)
  await expect.poll(newest).not.toBe(before)
  return newest()
}

test('an invited person chooses a password and signs in', async ({
  page,
  product,
  mail,
  address,
  context,
}) => {
  const owner = await newOperator(product.url, mail)
  const slug = await openNewPlatform(page, owner)
  await invite(page, address)
  const row = page.getByRole('group', { name: address })
  await expect(row.getByText('Invited', { exact: true })).toBeVisible()
  await expect(row.getByText('They may do nothing until they accept.')).toBeVisible()
  await expectAccessibleAndFitting(page, 'the users with an invitation')

  const guest = await context.newPage()
  await guest.goto(await mailedLink(mail, address))
  // The secret must not stay where a shoulder, a history or a referrer can read it.
  await expect(guest).toHaveURL(`${product.url}/${slug}`)
  await expect(guest.getByLabel('Email')).toHaveValue(address)
  await expectAccessibleAndFitting(guest, 'the invitation')
  await guest.reload()
  await guest.getByLabel('First name').fill('Mo')
  await guest.getByLabel('Password', { exact: true }).fill('password')
  await guest.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(guest.getByText('This password is too common. Please choose another.')).toBeVisible()
  await expectAccessibleAndFitting(guest, 'the invitation with an error')
  await guest.getByLabel('Password', { exact: true }).fill('pallet jack 12')
  await guest.getByLabel('Password', { exact: true }).press('Enter')
  await expect(guest.getByText(`You have joined ${slug}. You can now sign in.`)).toBeVisible()
  await expect(guest.getByLabel('Email')).toHaveValue(address)
  await expect(guest.getByLabel('Password', { exact: true })).toBeFocused()
  await guest.keyboard.type('pallet jack 12')
  await guest.keyboard.press('Enter')
  await openAccount(guest)
  await expect(guest.getByText(`Signed in as ${address}`)).toBeVisible()
  await guest.close()

  await openPlatform(page, slug)
  const joined = page.getByRole('group', { name: 'Mo' })
  await expect(joined.getByText('They may sign in to the workspace.')).toBeVisible()
  await joined.getByRole('button', { name: 'End sessions' }).click()
  await expect(joined.getByText('Signed out of the workspace everywhere.')).toBeVisible()
})

test('an invited operator joins with the account, and a used link says so', async ({
  page,
  product,
  mail,
  context,
}) => {
  const [owner, invited] = [
    await newOperator(product.url, mail),
    await newOperator(product.url, mail),
  ]
  const slug = await openNewPlatform(page, owner)
  await invite(page, invited.email)
  const row = page.getByRole('group', { name: invited.email })
  await row.getByLabel('Role').fill('auditor')
  await row.getByLabel('Role').press('Enter')
  await expect(row.getByText('Saved', { exact: true })).toBeVisible()
  const first = await mailedLink(mail, invited.email)
  await row.getByRole('button', { name: 'Send again' }).click()
  await expect(row.getByText('A new link is on its way.')).toBeVisible()

  const guest = await context.newPage()
  const link = await mailedLink(mail, invited.email, first)
  await guest.goto(link)
  await expect(
    guest.getByText(`You join with the Stowage account of ${invited.email}`),
  ).toBeVisible()
  await expectAccessible(guest, 'the invitation of an operator')
  await expect(guest.getByRole('button', { name: 'Accept invitation' })).toBeFocused()
  await guest.keyboard.press('Enter')
  await expect(guest.getByText(`You have joined ${slug}.`)).toBeVisible()
  await guest.getByLabel('Password', { exact: true }).fill(invited.password)
  await guest.getByLabel('Password', { exact: true }).press('Enter')
  await openAccount(guest)
  await expect(guest.getByText(`Signed in as ${invited.email}`)).toBeVisible()

  await guest.goto(link)
  await expect(guest.getByText('Invalid or expired invitation. Ask for a new one.')).toBeVisible()
  await expectAccessible(guest, 'a used invitation')
  // The link opened last is the one that is wanted, in the same tab too.
  await guest.goto(`/${slug}?reset=${'A'.repeat(43)}`)
  await expect(guest.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
  await guest.goto(link)
  await guest.getByRole('button', { name: 'Continue to sign-in' }).click()
  await expect(guest.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await guest.reload()
  await expect(guest.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await guest.close()

  await openPlatform(page, slug)
  await expect(
    page.getByText('They may sign in to the workspace, see the platform, see its users,'),
  ).toBeVisible()
})
