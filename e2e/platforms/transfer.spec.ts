import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../../server/src/database/embedded.ts'
import { startProduct } from '../../server/test/product.ts'
import { newOperator, signIn } from '../people.ts'
import { expect, expectAccessible, test as base } from '../fixtures.ts'

const silent = { info: () => {}, warn: console.warn, error: console.error }

/** The product on a database this test can look into, to make somebody a linked member. */
const test = base.extend<object, { owner: pg.Client; databaseUrl: string }>({
  databaseUrl: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the first parameter's pattern
    async ({}, use) => {
      const dataDir = mkdtempSync(path.join(tmpdir(), 'stowage-e2e-'))
      const database = await startEmbedded({ dataDir, log: silent, durable: false })
      await use(database.ownerUrl)
      await database.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  product: [
    async ({ mail, databaseUrl }, use) => {
      const product = await startProduct({ SMTP_URL: mail.url, DATABASE_URL: databaseUrl })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  owner: [
    async ({ databaseUrl }, use) => {
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      await use(client)
      await client.end()
    },
    { scope: 'worker' },
  ],
})

test('a platform is handed to another member', async ({ page, product, mail, address, owner }) => {
  const slug = `heir-${address.slice(0, 8)}`
  const heir = await newOperator(product.url, mail)
  await signIn(
    page,
    await newOperator(product.url, mail, { email: address }),
    '/dashboard/platforms/new',
  )
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

  await owner.query(
    `insert into tenant.members (platform_id, id, email, email_key, first_name, last_name,
       account_id, role, created_at, updated_at)
     select p.platform_id, gen_random_uuid(), a.email, a.email_key, 'Grace', 'Hopper', a.id, 'admin',
       a.created_at, a.created_at
     from tenant.platforms p, identity.accounts a where p.slug = $1 and a.email = $2`,
    [slug, heir.email],
  )

  await test.step('the owner chooses, is asked and is an admin from then on', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Manage' }).click()
    await expect(transfer).toHaveAccessibleDescription('Choose the new owner first.')
    await panel.getByLabel('New owner').selectOption({ label: `Grace Hopper ${heir.email}` })
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
