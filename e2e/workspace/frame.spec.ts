import { expect, expectAccessible, onPhones, test } from '../fixtures.ts'
import { isWide } from '../sizes.ts'
import { signInTo } from '../people.ts'
import { newSite } from '../site.ts'
import { follow } from '../visits.ts'

test(
  'the workspace’s frame: where to, and in which warehouse',
  onPhones,
  async ({ page, product, mail }) => {
    const { operator, slug, warehouse, call } = await newSite(product.url, mail)
    await call('/warehouses', { code: 'SIDE', name: 'Side' })
    await signInTo(page, slug, operator, `/${slug}/app`)
    const switcher = page.getByLabel('Show', { exact: true })

    await test.step('the sections, by name or in a menu', async () => {
      if (!isWide(page)) {
        const menu = page.getByRole('navigation', { name: 'Quick' })
        await menu.getByRole('link', { name: 'Scan' }).click()
        await expect(page.getByRole('heading', { level: 1, name: 'Scan' })).toBeFocused()
        await menu.getByRole('button', { name: 'Menu' }).click()
        const drawer = page.getByRole('dialog', { name: 'Menu' })
        await expect(drawer.getByRole('link', { name: 'Products' })).toBeVisible()
        await expectAccessible(page, 'the drawer of a workspace')
        await drawer.getByRole('link', { name: 'Locations' }).click()
        await expect(drawer).toBeHidden()
      } else {
        const rail = page.getByRole('complementary', { name: 'Sidebar' })
        await expect(rail).toBeVisible()
        await expect.poll(async () => (await rail.boundingBox())?.width).toBe(232)
        await page.getByRole('button', { name: 'Sidebar with names' }).click()
        await page.reload()
        await expect(rail).toBeVisible()
        await expect.poll(async () => (await rail.boundingBox())?.width).toBe(64)
        await rail.getByRole('link', { name: 'Locations' }).hover()
        await expect(page.getByRole('tooltip', { name: 'Locations' })).toBeVisible()
        await rail.getByRole('link', { name: 'Locations' }).click()
      }
      await expect(page).toHaveURL(new RegExp(`/${slug}/app/locations`))
      await expect(page.getByRole('heading', { level: 1, name: 'Locations' })).toBeFocused()
    })

    await test.step('the warehouse is in every address, and remembered', async () => {
      await expect(page.getByText('Rows 1-8 of 8')).toBeVisible()
      await switcher.selectOption('MAIN · Main')
      await expect(page).toHaveURL(new RegExp(`wh=${warehouse.id}`))
      await expect(page.getByText('Rows 1-4 of 4')).toBeVisible()
      await page.goto(`/${slug}/app/catalog`)
      await expect(page).toHaveURL(new RegExp(`wh=${warehouse.id}`))
      await expect(switcher).toHaveValue(warehouse.id)
      await switcher.selectOption('All warehouses')
      await expect(page).toHaveURL(/wh=all/)
      await expectAccessible(page, 'the frame of a workspace')
    })

    await test.step('the current section is marked, also on its subpages', async () => {
      for (const [path, name] of [
        ['stock/levels', 'Stock'],
        ['stock/ledger', 'Stock history'],
      ]) {
        await follow(page, `/${slug}/app/${path}`)
        if (!isWide(page)) await page.getByRole('button', { name: 'Menu', exact: true }).click()
        const open = page.getByRole('navigation', { name: 'Main' }).locator('a[aria-current=page]')
        await expect(open).toHaveText([name ?? ''])
      }
    })

    await test.step('an address of a page keeps what it says about it', async () => {
      await follow(page, `/${slug}/app/locations?status=blocked`)
      await expect(page.getByText('No locations match the filter')).toBeVisible()
      await expect(page).toHaveURL(/status=blocked/)
    })
  },
)

test(
  'actions without permission are disabled and say why',
  onPhones,
  async ({ page, product, mail }) => {
    const { slug, member } = await newSite(product.url, mail)
    await signInTo(page, slug, member, `/${slug}/app`)
    if (!isWide(page))
      await page
        .getByRole('navigation', { name: 'Quick' })
        .getByRole('button', { name: 'Menu' })
        .click()
    const entry = page.getByRole('link', { name: 'Imports', exact: true })
    await expect(entry).toHaveAttribute('aria-disabled', 'true')
    const words = page.getByRole('tooltip').filter({ visible: true })
    await page.getByRole('link', { name: 'Labels', exact: true }).hover()
    await expect(words).toContainText('You don’t have permission to print labels.')
    // The pointer stays where it is: the words of what has the focus stand alone.
    await entry.focus()
    await expect(words).toContainText('You don’t have permission to import files.')
    await expectAccessible(page, 'the places of somebody without rights')
  },
)
