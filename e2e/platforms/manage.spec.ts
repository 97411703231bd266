import { Buffer } from 'node:buffer'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { png, svg } from '../../server/test/pictures.ts'
import { newOperator, signIn } from '../people.ts'
import { newPlatform } from '../platforms.ts'
import { expect, expectAccessible, expectAccessibleAndFitting, test } from '../fixtures.ts'

/** Presses Tab until this has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, wanted: Locator) {
  for (let presses = 0; presses < 40; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(wanted).toBeFocused()
}

const file = (name: string, mimeType: string, content: Buffer | string) => ({
  name,
  mimeType,
  buffer: Buffer.from(content),
})

test('a platform is created, renamed and deleted without a mouse', async ({
  page,
  product,
  mail,
  address,
}) => {
  const slug = `keys-${address.slice(0, 8)}`
  await signIn(
    page,
    await newOperator(product.url, mail, { email: address }),
    '/dashboard/platforms',
  )
  await expect(page.getByRole('button', { name: 'Create your first platform' })).toBeVisible()
  const dialog = page.getByRole('dialog')

  await test.step('N opens the dialog, Enter asks and creates', async () => {
    await page.keyboard.press('n')
    await expect(dialog.getByPlaceholder('e.g. acme')).toBeFocused()
    await page.keyboard.type(slug)
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Available', { exact: true })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Platform created')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })

  await test.step('the name is changed in the manage dialog', async () => {
    const manage = page.getByRole('button', { name: 'Manage' })
    await tabTo(page, manage)
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('No users yet.')).toBeVisible()
    await tabTo(page, dialog.getByLabel('Name', { exact: true }))
    await page.keyboard.press('End')
    await page.keyboard.type(' Ltd')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText(`${slug} Ltd is saved.`, { exact: false })).toBeVisible()
    await expectAccessibleAndFitting(page, 'the manage dialog after saving')
  })

  await test.step('Escape takes back the question and nothing below it', async () => {
    const button = dialog.getByRole('button', { name: 'Delete platform' })
    await tabTo(page, button)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(button).toBeFocused()
  })

  await test.step('it is deleted once its path is typed', async () => {
    const members = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText(`Delete ${slug} Ltd?`)
    await expectAccessibleAndFitting(page, 'the question before deleting')
    await tabTo(page, question.getByRole('button', { name: 'Members as CSV' }))
    await page.keyboard.press('Enter')
    expect((await members).suggestedFilename()).toBe(`${slug}-members.csv`)
    const confirm = question.getByRole('button', { name: 'Delete', exact: true })
    await tabTo(page, confirm)
    await page.keyboard.press('Enter')
    await expect(question).toBeVisible()
    await tabTo(page, question.getByLabel('Type the path of the platform'))
    await page.keyboard.type(slug)
    await tabTo(page, confirm)
    await page.keyboard.press('Enter')
    await expect(page.getByText(`${slug} Ltd is deleted.`)).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Create your first platform' })).toBeVisible()
    await page.goto(`/${slug}`)
    await expect(page).toHaveURL(`${product.url}/`)
  })
})

test('a logo is uploaded, shown everywhere and removed', async ({
  page,
  product,
  mail,
  address,
}) => {
  const slug = `logo-${address.slice(0, 8)}`
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
  await page.getByRole('button', { name: 'Manage' }).click()

  const panel = page.getByRole('region', { name: 'Logo' })
  const zone = panel.getByRole('button', {
    name: 'Drag and drop your logo here, or click to browse',
  })
  const preview = panel.locator('img')
  await expect(zone).toContainText('PNG, JPG, SVG. Max ~10MB')
  await expect(preview).toHaveCount(0)
  const choose = async (chosen: ReturnType<typeof file>) => {
    const chooser = page.waitForEvent('filechooser')
    await zone.press('Enter')
    await (await chooser).setFiles(chosen)
  }

  await test.step('a file that is not an image is refused', async () => {
    await choose(file('a.txt', 'text/plain', 'text'))
    await expect(panel.getByRole('alert')).toContainText('Please upload an image file')
    await choose(file('a.png', 'image/png', 'text'))
    await expect(panel.getByRole('alert')).toContainText(
      'The image could not be read. Use PNG, JPG or SVG.',
    )
    await expectAccessible(page, 'the logo panel with a refused picture')
  })

  await test.step('canceling the file choice keeps the dialog open', async () => {
    // What a browser says when its file chooser is closed; no test can press a button in that.
    await panel.locator('input[type=file]').dispatchEvent('cancel', { bubbles: true })
    await expect(zone).toBeVisible()
  })

  await test.step('a chosen file is uploaded immediately', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/platforms/*/logo', async (route) => {
      await held
      await route.continue()
    })
    await choose(file('a.png', 'image/png', await png(60, 40)))
    await expect(panel.getByRole('progressbar')).toBeVisible()
    release()
    await expect(panel.getByText('Logo changed')).toBeVisible()
    await expect(panel.getByRole('alert')).toHaveCount(0)
    await expect(preview).toHaveCount(2)
    const grounds = panel.getByRole('listitem').locator('span')
    await expect(grounds.first()).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    await expect(grounds.last()).toHaveCSS('background-color', 'rgb(17, 24, 39)')
    await expectWidth(preview.first(), 60)
    await expectAccessible(page, 'the logo panel with a logo')
  })

  await test.step('a dropped file replaces it', async () => {
    const before = (await preview.first().getAttribute('src')) ?? ''
    expect(before).toMatch(new RegExp(`^/api/v1/platforms/logo/${slug}\\?t=\\d+$`))
    await drop(zone, svg('<circle cx="40" cy="20" r="20" fill="teal"/>'))
    await expect(preview.first()).not.toHaveAttribute('src', before)
    await expectWidth(preview.first(), 512)
  })

  await test.step('the card and the sign-in page have it', async () => {
    await page.keyboard.press('Escape')
    await expectWidth(page.getByRole('listitem').locator('img').first(), 512)
    const guest = await page.context().newPage()
    await guest.goto(`/${slug}`)
    await expectWidth(guest.locator('main img'), 512)
    await guest.close()
  })

  await test.step('it is removed', async () => {
    await page.getByRole('button', { name: 'Manage' }).click()
    await panel.getByRole('button', { name: 'Remove logo' }).click()
    await expect(panel.getByText('Logo removed')).toBeVisible()
    await expect(preview).toHaveCount(0)
    await expect(panel.getByRole('heading', { name: 'Logo' })).toBeFocused()
  })

  await test.step('the sign-in page falls back to initials, also when the logo fails', async () => {
    await choose(file('a.png', 'image/png', await png()))
    await expect(panel.getByText('Logo changed')).toBeVisible()
    const guest = await page.context().newPage()
    await guest.route('**/platforms/logo/**', (route) => route.fulfill({ status: 404 }))
    await guest.goto(`/${slug}`)
    await expect(
      guest.getByText(`L${address.charAt(0)}`.toUpperCase(), { exact: true }),
    ).toBeVisible()
    await guest.close()
  })
})

async function expectWidth(picture: Locator, width: number) {
  await expect(picture).toBeVisible()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(width)
}

/** Drags a drawing over the zone and lets it go there. */
async function drop(zone: Locator, drawing: string) {
  const dataTransfer = await zone.evaluateHandle((_, text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'a.svg', { type: 'image/svg+xml' }))
    return transfer
  }, drawing)
  await zone.dispatchEvent('dragenter', { dataTransfer })
  await expect(zone).toHaveClass(/border-accent/)
  await zone.dispatchEvent('drop', { dataTransfer })
}

test('a dialog that is closed leaves nothing behind', async ({ page, product, mail, address }) => {
  await signIn(page, await newOperator(product.url, mail, { email: address }))
  await newPlatform(page, `left-${address.slice(0, 8)}`)
  await page.goto('/dashboard/platforms')
  // What keeps the first keys of a scanner is in a file that other pages may load too.
  const scan = readdirSync(path.join(import.meta.dirname, '../../web/dist/assets')).find((name) =>
    /^scan-.*\.js$/.test(name),
  )
  await page.evaluate((name) => import(`/assets/${name}`), scan)
  const manage = page.getByRole('main').getByText('Manage', { exact: true })
  const dialog = page.getByRole('dialog', { name: 'Manage Platform' })
  for (let times = 0; times < 5; times += 1) {
    await manage.click()
    await expect(dialog.getByRole('heading', { name: 'User Management' })).toBeVisible()
    // The key is pressed on a button of the dialog, which goes with it.
    await dialog.getByRole('button', { name: 'Save changes' }).focus()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('HeapProfiler.collectGarbage')
  const expression = 'HTMLDialogElement.prototype'
  const { result } = await cdp.send('Runtime.evaluate', { expression })
  const { objects } = await cdp.send('Runtime.queryObjects', {
    prototypeObjectId: result.objectId ?? '',
  })
  const count = await cdp.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration: 'function () { return this.length }',
    returnByValue: true,
  })
  // React holds on to what it has drawn last.
  expect(count.result.value).toBeLessThanOrEqual(2)
})
