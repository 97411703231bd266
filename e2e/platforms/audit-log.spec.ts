import { readFileSync } from 'node:fs'
import type { AuditEntry } from '@stowage/contract/platforms/audit'
import type { Page } from '@playwright/test'
import { newOperator, signIn, type Person } from '../people.ts'
import { follow } from '../visits.ts'
import { expect, expectAccessible, onPhones, test } from '../fixtures.ts'

const slugOf = ({ email }: Person) => `log-${email.slice(0, 8)}`

/** A call of the signed-in operator of this page. */
async function call<T>(page: Page, path: string, body?: object): Promise<T> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const answer = await page.request.fetch(`/api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}` },
    ...(body && { data: body }),
  })
  expect(answer.ok(), `${path}: ${answer.status()}`).toBe(true)
  return (await answer.json()) as T
}

/** An operator, signed in, with a platform and `count` members of it. */
async function arrive(page: Page, person: Person, count: number) {
  await signIn(page, person)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const { platform } = await call<{ platform: { id: string; slug: string } }>(page, '/platforms', {
    name: slugOf(person),
  })
  for (let number = 1; number <= count; number++)
    await call(page, `/platforms/${platform.id}/members/create`, {
      email: `member-${number}-${person.email}`,
      password: 'pallet jack 12',
    })
  return platform
}

/** On a phone the fields wait behind a button. */
async function openFilters(page: Page) {
  const button = page.getByRole('button', { name: 'Filters', exact: true })
  // A page that has just been opened may have neither yet.
  await expect(button.or(page.getByLabel('Action')).filter({ visible: true }).first()).toBeVisible()
  if (await button.isVisible()) await button.click()
}

test('the file holds what the list shows, and only that', async ({ page, product, mail }) => {
  const person = await newOperator(product.url, mail)
  const { slug } = await arrive(page, person, 2)
  await follow(page, `/dashboard/analytics?platformId=${slug}&action=member_*`)
  await expect(page.getByText('2 total')).toBeVisible()
  await expectAccessible(page, 'the audit log of one platform')

  await openFilters(page)
  await page.getByLabel('Action').fill('PLATFORM_CREATED')
  await expect(page.getByText('Not applied yet')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/)
  await expect(page.getByText(/^Saved audit-log-.*: 2 events, /)).toBeVisible()
  await expectAccessible(page, 'the audit log after saving it')

  const [head, ...lines] = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(head?.split(',').slice(0, 5)).toEqual([
    'id',
    'createdAt',
    'action',
    'outcome',
    'actorEmail',
  ])
  const { logs } = await call<{ logs: AuditEntry[] }>(
    page,
    `/logs?platformId=${slug}&action=MEMBER_CREATED`,
  )
  expect(lines.map((line) => line.split(',').slice(0, 5))).toEqual(
    logs.map((entry) => [
      entry._id,
      entry.createdAt,
      entry.action,
      entry.outcome,
      entry.actorEmail,
    ]),
  )
  const noted = await call<{ logs: AuditEntry[] }>(page, '/logs?action=AUDIT_LOG_EXPORTED')
  expect(noted.logs.map(({ metadata }) => metadata)).toEqual([
    { format: 'csv', rows: 2, filters: { platformId: slug, action: 'member_*' } },
  ])
})

test(
  'a filter is in the address, in the fields and on a chip',
  onPhones,
  async ({ page, product, mail }) => {
    const person = await newOperator(product.url, mail)
    const { slug } = await arrive(page, person, 1)
    const today = new Date().toISOString().slice(0, 10)
    await follow(page, '/dashboard/analytics')
    await openFilters(page)
    await page.getByLabel('Action').fill('platform_created')
    await page.getByLabel('Platform ID').fill(slug)
    await page.getByLabel('From day (UTC)').fill(today)
    await page.getByLabel('Platform ID').press('Enter')
    await expect(page).toHaveURL(/action=platform_created/)
    await expect(page.getByText('1 total')).toBeVisible()
    const chips = page.getByRole('list', { name: 'Filters in force' })
    await expect(chips.getByRole('button')).toHaveText([
      /^platform_created/,
      new RegExp(`^${slug}`),
      new RegExp(`^from ${today}`),
    ])

    // The same view for whoever gets the link.
    await page.reload()
    await expect(page.getByText('1 total')).toBeVisible()
    await expect(page.getByLabel('Action')).toHaveValue('platform_created')
    await expect(page.getByLabel('From day (UTC)')).toHaveValue(today)
    await expect(
      page.getByText(/The log of this platform is whole: \d+ events? (is|are) sealed/),
    ).toBeVisible()

    await chips.getByRole('button', { name: 'platform_created' }).click()
    await expect(page).not.toHaveURL(/action=/)
    await expect(page.getByText('2 total')).toBeVisible()
    await page.goBack()
    await expect(page.getByText('1 total')).toBeVisible()
    await openFilters(page)
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await expect(page).toHaveURL(/\/dashboard\/analytics$/)
    await expect(chips).toBeHidden()

    await follow(page, '/dashboard/analytics?platformId=nobody-has-this')
    await expect(page.getByText('No logs found')).toBeVisible()
    await expectAccessible(page, 'the audit log without a match')
  },
)

test('an event opens by keyboard and leads on to its like', async ({ page, product, mail }) => {
  const person = await newOperator(product.url, mail)
  const { id } = await arrive(page, person, 1)
  await follow(page, '/dashboard/analytics?action=member_created')
  const more = page.getByRole('button', { name: 'More' })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Less' })).toBeFocused()
  await expect(page.getByText(`"name": "member-1-${person.email}"`)).toBeVisible()
  await expectAccessible(page, 'an open event')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Copy as JSON' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Filter by this platform' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`platformId=${id}`))
  await expect(page.getByText('2 total')).toBeVisible()
})

test('unfinished pages say so', async ({ page, product, mail }) => {
  const person = await newOperator(product.url, mail)
  await arrive(page, person, 2)
  const step = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })
  await page.goto('/dashboard')
  await expect(page.getByText('This dashboard is a work in progress.')).toBeVisible()
  for (const done of ['Verify your email address', 'Create a platform', 'Add a member'])
    await expect(step(done)).toContainText('Done')
  for (const open of ['Upload a logo', 'Turn on two-factor authentication'])
    await expect(step(open)).toContainText('To do')
  await expectAccessible(page, 'the dashboard with its steps')

  await follow(page, '/dashboard/users')
  await expect(page.getByText('This page is a work in progress.')).toBeVisible()
  const row = page.getByRole('row', { name: slugOf(person) })
  await expect(row.getByRole('cell').first()).toContainText('2')
  await row.getByRole('link').click()
  await expect(page.getByRole('dialog').getByText('User Management')).toBeVisible()

  await follow(page, '/dashboard/notifications')
  await expect(page.getByRole('cell', { name: 'MEMBER_CREATED' }).first()).toBeVisible()
  await follow(page, '/dashboard/billing')
  await expect(page.getByText('Nothing is charged. Billing is not connected.')).toBeVisible()
})

test('an operator with an unverified address sees what needs verification', async ({
  page,
  product,
  address,
}) => {
  const person = { email: address, password: 'pallet jack 12' }
  const answer = await fetch(`${product.url}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ firstName: 'Eve', lastName: 'Early', ...person }),
  })
  expect(answer.status).toBe(201)
  await signIn(page, person, '/dashboard/analytics')
  const button = page.getByRole('button', { name: 'Export', exact: true })
  await expect(button).toHaveAccessibleDescription('Verify your email to export.')
  await expect(button).toBeDisabled()

  await follow(page, '/dashboard/settings')
  await expect(page.getByRole('button', { name: 'Export my data' })).toHaveAccessibleDescription(
    'Verify your email to export your data.',
  )
  const { platform } = await call<{ platform: { id: string } }>(page, '/platforms', {
    name: slugOf(person),
  })
  await follow(page, `/dashboard/platforms/${platform.id}`)
  await expect(page.getByRole('button', { name: 'Send invitation' })).toHaveAccessibleDescription(
    'Verify your email to invite people.',
  )
  await expect(page.getByLabel('Their e-mail address')).toHaveAttribute('readonly')
  await expect(page.getByRole('button', { name: 'Create user' })).toBeEnabled()
})
