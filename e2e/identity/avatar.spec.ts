import { png, svg } from '../../server/test/pictures.ts'
import type { Locator, Page } from '@playwright/test'
import { newOperator, signIn } from '../people.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

type Chosen = { name: string; mimeType: string; buffer: Buffer }

/** Chooses a file as somebody without a mouse does. */
async function choose(page: Page, file: Chosen) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Change Avatar' }).press('Enter')
  await (await chooser).setFiles(file)
}

test('a picture is chosen, shown everywhere and replaced', async ({
  page,
  product,
  mail,
  address,
}) => {
  const operator = await newOperator(product.url, mail, { email: address })
  await signIn(page, operator, '/dashboard/settings')
  const panel = page.getByRole('tabpanel')
  const picture = panel.locator('img')
  await expect(panel.getByText('AA', { exact: true })).toBeVisible()
  await expectAccessible(page, 'the profile without a picture')

  await test.step('a file that is not an image is not sent', async () => {
    let sent = 0
    page.on('request', (request) => (sent += request.url().endsWith('/avatar') ? 1 : 0))
    await choose(page, { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('text') })
    await expect(panel.getByRole('alert')).toContainText('Please upload an image file')
    const buffer = Buffer.alloc(10 * 1024 * 1024 + 1)
    await choose(page, { name: 'a.png', mimeType: 'image/png', buffer })
    await expect(panel.getByRole('alert')).toContainText('Avatar must be 10 MB or smaller.')
    expect(sent).toBe(0)
    await expectAccessible(page, 'the profile with a refused picture')
  })

  await test.step('what only says it is one is refused', async () => {
    await choose(page, { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('text') })
    await expect(panel.getByRole('alert')).toContainText(
      'The image could not be read. Use PNG, JPG or SVG.',
    )
  })

  await test.step('a picture is shown at once and kept', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/auth/me/avatar', async (route) => {
      await held
      await route.continue()
    })
    await choose(page, { name: 'a.png', mimeType: 'image/png', buffer: await png() })
    await expect(panel.getByRole('button', { name: 'Uploading…' })).toBeFocused()
    release()
    await expect(panel.getByText('Picture changed')).toBeVisible()
    await expect(panel.getByRole('alert')).toHaveCount(0)
    await expect(panel.getByRole('button', { name: 'Change Avatar' })).toBeFocused()
    await expectLoaded(picture)
    await expectAccessible(page, 'the profile with a picture')
    await page.reload()
    await expectLoaded(picture)
  })

  await test.step('it stands beside the name wherever that does', async () => {
    const menu = page.getByRole('button', { name: 'Menu', exact: true })
    if (await menu.isVisible()) await menu.click()
    await expectLoaded(page.locator(`img[src="${await picture.getAttribute('src')}"]`).nth(1))
    await page.keyboard.press('Escape')
  })

  await test.step('another takes its place, a drawing too', async () => {
    const before = (await picture.getAttribute('src')) ?? ''
    const drawing = svg('<circle cx="40" cy="20" r="20" fill="teal"/>')
    await choose(page, { name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) })
    await expect(picture).not.toHaveAttribute('src', before)
    await expectLoaded(picture)
    expect((await page.request.get(before)).status()).toBe(404)
  })
})

/** In sight, and really 256 pixels of picture. */
async function expectLoaded(picture: Locator) {
  await expect(picture).toBeVisible()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(256)
}
