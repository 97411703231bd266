import { chooseOfList } from '../lists.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { newWorkspace, signInTo } from '../people.ts'
import { newSite } from '../site.ts'

test('a warehouse is opened, gets a zone and locations by a pattern', async ({
  page,
  product,
  mail,
}) => {
  const { operator, slug } = await newWorkspace(product.url, mail)
  await signInTo(page, slug, operator)
  const dialog = page.getByRole('dialog')
  const tree = page.getByRole('navigation', { name: 'Warehouses and zones' })

  await test.step('the first warehouse comes with places to begin with', async () => {
    await page.goto(`/${slug}/app/locations`)
    await expect(page.getByText('No warehouses yet')).toBeVisible()
    await page.getByRole('button', { name: 'Add warehouse' }).click()
    await expectAccessible(page, 'the form of a warehouse')
    await dialog.getByLabel('Code', { exact: true }).fill('north')
    await dialog.getByLabel('Name').fill('North hall')
    await dialog.getByLabel('Time zone').selectOption('Europe/Berlin')
    await dialog.getByRole('button', { name: 'Create warehouse' }).click()
    await expect(tree.getByRole('link', { name: 'NORTH North hall' })).toBeVisible()
    await expect(page).toHaveURL(/wh=/)
    // Of one warehouse there is nothing to choose.
    await expect(page.getByRole('banner')).toContainText('NORTH · North hall')
  })

  await test.step('a zone', async () => {
    await tree.getByRole('button', { name: 'Add zone to NORTH' }).click()
    await dialog.getByLabel('Code').fill('A')
    await dialog.getByLabel('Name').fill('Aisle')
    await dialog.getByRole('button', { name: 'Create zone' }).click()
    await tree.getByRole('link', { name: 'A Aisle' }).click()
    await expect(page).toHaveURL(/zone=/)
    await expect(page.getByText('No locations match the filter')).toBeVisible()
    await tree.getByRole('button', { name: 'Edit zone A' }).click()
    await dialog.getByLabel('Name').fill('Aisle of mugs')
    await dialog.getByRole('button', { name: 'Save zone' }).click()
    await expect(tree.getByRole('link', { name: 'A Aisle of mugs' })).toBeVisible()
  })

  await test.step('the location pattern shows a preview', async () => {
    await chooseOfList(page, 'Generate locations')
    await dialog.getByLabel('Pattern').fill('A-{01..')
    await expect(dialog.getByText('A bracket isn’t closed')).toBeVisible()
    await dialog.getByLabel('Pattern').fill('A-{01..03}-{1..2}')
    await expect(dialog.getByText('6 locations will be created.')).toBeVisible()
    await expect(dialog.getByText(/^A-01-1, A-01-2, A-02-2/)).toBeVisible()
    await expectAccessible(page, 'the pattern of locations')
    await dialog.getByRole('button', { name: 'Generate 6 locations' }).click()
    await expect(page.getByText('6 locations were created')).toBeVisible()
    await expect(page.getByText('Rows 1-6 of 6')).toBeVisible()
    await chooseOfList(page, 'Generate locations')
    await dialog.getByLabel('Pattern').fill('A-{01..03}-{1..2}')
    await expect(dialog.getByText('All 6 already exist')).toBeVisible()
    await page.keyboard.press('Escape')
  })
})

test('a location is changed, blocked, opened and archived', async ({ page, product, mail }) => {
  const { operator, slug, warehouse, call } = await newSite(product.url, mail)
  await call('/locations', { warehouseId: warehouse.id, code: 'B-01' })
  await signInTo(page, slug, operator, `/${slug}/app/locations?q=B-01`)
  const row = page.getByRole('row').filter({ hasText: 'B-01' }).first()
  await row.getByRole('button', { name: 'More' }).click()

  await test.step('changed', async () => {
    await page.getByLabel('Type').last().selectOption('Shelf')
    await page.getByLabel('Barcode', { exact: true }).fill('SHELF-1')
    const [across, along] = [page.getByLabel('X in mm'), page.getByLabel('Y in mm')]
    await across.fill('12500')
    await along.fill('3.5')
    await page.getByRole('button', { name: 'Save location' }).click()
    await expect(along).toHaveAccessibleDescription(/a whole number of millimetres/)
    await along.fill('3500')
    await page.getByRole('button', { name: 'Save location' }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await expect(row).toContainText('Shelf')
    await page.reload()
    await row.getByRole('button', { name: 'More' }).click()
    await expect(across).toHaveValue('12500')
    await expect(along).toHaveValue('3500')
    await expectAccessible(page, 'a location')
  })

  await test.step('blocked and opened', async () => {
    await page.getByRole('button', { name: 'Block B-01…' }).click()
    const blocking = page.getByRole('dialog', { name: 'Block B-01' })
    await blocking.getByLabel('Block').selectOption('Block incoming stock')
    await blocking.getByRole('button', { name: 'Block B-01' }).click()
    await expect(row).toContainText('Incoming blocked')
    await page.getByRole('button', { name: 'Open B-01' }).click()
    await expect(row).toContainText('Open')
    await expect(page.getByRole('button', { name: 'Open B-01' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  })

  await test.step('archived, after a question', async () => {
    await page.getByRole('button', { name: 'Archive B-01' }).click()
    const question = page.getByRole('alertdialog', { name: 'Archive B-01?' })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expectAccessible(page, 'the question before a location is archived')
    await question.getByRole('button', { name: 'Archive' }).click()
    await expect(row).toContainText('Archived')
    await expect(page.getByRole('button', { name: 'Save location' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  })
})

test('a zone is archived and restored, and a warehouse archived', async ({
  page,
  product,
  mail,
}) => {
  const { operator, slug, warehouse, call } = await newSite(product.url, mail)
  const { zone } = (await call('/zones', { warehouseId: warehouse.id, code: 'OLD' })) as {
    zone: { id: string }
  }
  await call('/locations', { warehouseId: warehouse.id, code: 'O-1', zoneId: zone.id })
  await call('/zones', { warehouseId: warehouse.id, code: 'SPARE' })
  await call('/warehouses', { code: 'EAST', name: 'East' })
  await signInTo(page, slug, operator, `/${slug}/app/locations`)
  const dialog = page.getByRole('dialog')
  const tree = page.getByRole('navigation', { name: 'Warehouses and zones' })

  await test.step('a warehouse has an address and default locations', async () => {
    await tree.getByRole('button', { name: 'Edit EAST' }).click()
    await dialog.getByLabel('Rank').fill('2')
    await expect(dialog.getByLabel('Pick policy')).toHaveValue('')
    await dialog.getByLabel('Pick policy').selectOption('Fewest locations')
    await dialog.getByLabel('Its stock can be reserved for orders').uncheck()
    await dialog.getByText('Address', { exact: true }).click()
    await dialog.getByLabel('City').fill('Bremen')
    await dialog.getByLabel('Country').fill('Germany')
    await dialog.getByText('Default locations').click()
    const damaged = dialog.getByRole('combobox', { name: 'Damaged' })
    await expect(damaged).toHaveValue('DMG')
    await damaged.fill('RECV')
    await dialog.getByRole('option', { name: 'RECV RECV' }).click()
    await expectAccessible(page, 'what is said about a warehouse')
    const save = dialog.getByRole('button', { name: 'Save warehouse' })
    await save.click()
    await expect(dialog.getByLabel('Country')).toHaveAccessibleDescription(/two-letter/i)
    await dialog.getByLabel('Country').fill('de')
    await save.click()
    await expect(dialog.getByText('RECV is used for picking').first()).toBeVisible()
    await damaged.fill('QUAR')
    await dialog.getByRole('option', { name: 'QUAR QUAR' }).click()
    await save.click()
    await expect(dialog.getByText('QUAR is in a zone with another purpose').first()).toBeVisible()
    await damaged.fill('DMG')
    await dialog.getByRole('option', { name: 'DMG DMG' }).click()
    await save.click()
    await expect(dialog).toBeHidden()
    await tree.getByRole('button', { name: 'Edit EAST' }).click()
    await expect(dialog.getByLabel('Rank')).toHaveValue('2')
    await expect(dialog.getByLabel('Pick policy')).toHaveValue('fewest')
    await expect(dialog.getByLabel('Its stock can be reserved for orders')).not.toBeChecked()
    await expect(dialog.getByLabel('Country')).toHaveValue('DE')
    await page.keyboard.press('Escape')
  })

  await test.step('not while locations of the zone are in use', async () => {
    await tree.getByRole('button', { name: 'Edit zone OLD' }).click()
    const button = dialog.getByRole('button', { name: 'Archive OLD' })
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await expect(button).toHaveAccessibleDescription(/Archive them first/)
    await expectAccessible(page, 'a zone that cannot be archived yet')
    await page.keyboard.press('Escape')
  })

  await test.step('an empty one can be archived and restored', async () => {
    await tree.getByRole('button', { name: 'Edit zone SPARE' }).click()
    await dialog.getByRole('button', { name: 'Archive SPARE' }).click()
    await expect(page.getByText('SPARE was archived')).toBeVisible()
    const link = tree.getByRole('link', { name: 'SPARE Picking Archived' })
    await expect(link).toBeVisible()
    await tree.getByRole('button', { name: 'Edit zone SPARE' }).click()
    await dialog.getByRole('button', { name: 'Restore SPARE' }).click()
    await expect(link).toBeHidden()
  })

  await test.step('so does a warehouse, in which nothing is received meanwhile', async () => {
    await tree.getByRole('button', { name: 'Edit EAST' }).click()
    await dialog.getByRole('button', { name: 'Archive EAST' }).click()
    await expect(page.getByText('EAST was archived')).toBeVisible()
    await expect(tree.getByRole('link', { name: 'EAST East Archived' })).toBeVisible()
    await tree.getByRole('link', { name: 'EAST East Archived' }).click()
    await expect(page.getByRole('button', { name: 'Add location' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  })
})
