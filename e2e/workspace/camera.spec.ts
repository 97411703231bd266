import { cameraArgs, showToCamera } from '../camera.ts'
import { signInTo } from '../people.ts'
import { expect, expectAccessible, test } from '../world.ts'
import { newStockedSite } from './stocked.ts'

test.use({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...cameraArgs] }),
    { scope: 'worker' },
  ],
})

test('a label is read by the camera, once it is allowed', async ({ page, product, mail }) => {
  const { slug, operator, mug } = await newStockedSite(product.url, mail)
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== product.url)
      foreign.push(request.url())
  })
  await signInTo(page, slug, operator)

  await test.step('the camera sees the label of a mug', async () => {
    await page.goto(`/${slug}/app/labels?template=product&ids=${mug.id}`)
    const label = page.getByRole('img', { name: /Blue mug/ })
    const address = (await label.getAttribute('src')) ?? ''
    await showToCamera(decodeURIComponent(address.slice(address.indexOf(',') + 1)))
  })

  await page.goto(`/${slug}/app/scanner`)
  await page.getByRole('button', { name: 'Use the camera' }).click()
  const sheet = page.getByRole('dialog', { name: 'Scan with the camera' })

  await test.step('a refusal says how to allow it', async () => {
    await expect(sheet.getByText(/beside the address of this page, allow the camera/)).toBeVisible()
    await expectAccessible(page, 'a camera that is not allowed')
  })

  await test.step('allowed, it reads the code and looks it up', async () => {
    await page.context().grantPermissions(['camera'])
    await sheet.getByRole('button', { name: 'Retry' }).click()
    await expect(sheet.getByText('Read: 4006381333931')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('region', { name: 'Scans', exact: true })).toContainText(
      'Item MUG, Blue mug',
    )
    await expectAccessible(page, 'the camera')
  })

  await test.step('closed, it is off, and nothing came from elsewhere', async () => {
    await sheet.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(sheet).toBeHidden()
    expect(foreign).toEqual([])
  })
})
