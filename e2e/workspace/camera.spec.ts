import { cameraArgs, photoOf, showToCamera } from '../camera.ts'
import { signInTo } from '../people.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { newStockedSite } from './stocked.ts'

test.use({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...cameraArgs] }),
    { scope: 'worker' },
  ],
})

test('a label is read by the camera, once it is allowed', async ({ page, product, mail }) => {
  const { slug, operator, mug, tea } = await newStockedSite(product.url, mail)
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== product.url)
      foreign.push(request.url())
  })
  await signInTo(page, slug, operator)

  const drawingOf = async (name: RegExp) => {
    const address = (await page.getByRole('img', { name }).getAttribute('src')) ?? ''
    return decodeURIComponent(address.slice(address.indexOf(',') + 1))
  }
  let label = ''

  await test.step('the camera sees the label of a mug', async () => {
    await page.goto(`/${slug}/app/labels?template=product&ids=${mug.id},${tea.id}`)
    await showToCamera(await drawingOf(/Blue mug/))
    label = await drawingOf(/Green tea/)
  })

  await page.goto(`/${slug}/app/scanner`)
  // The headless shell asks nobody and always allows, so the first answer is given for it.
  await page.evaluate(() => {
    const allowed = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = () => {
      navigator.mediaDevices.getUserMedia = allowed
      return Promise.reject(new DOMException('Permission denied', 'NotAllowedError'))
    }
  })
  await page.getByRole('button', { name: 'Use the camera' }).click()
  const sheet = page.getByRole('dialog', { name: 'Scan with the camera' })

  await test.step('a refusal says how to allow it', async () => {
    await expect(sheet.getByText(/Camera access is blocked/)).toBeVisible()
    await expectAccessible(page, 'a camera that is not allowed')
  })

  await test.step('allowed, it reads the code and looks it up', async () => {
    await sheet.getByRole('button', { name: 'Retry' }).click()
    await expect(sheet.getByText('Read: 4006381333931')).toBeVisible({ timeout: 30_000 })
    expect(page.workers().map((worker) => new URL(worker.url()).pathname)).toEqual([
      expect.stringMatching(/^\/assets\/decode-worker-/),
    ])
    await expect(page.getByRole('region', { name: 'Scans', exact: true })).toContainText(
      'Item MUG, Blue mug',
    )
    await expectAccessible(page, 'the camera')
  })

  await test.step('a light is switched where there is one', async () => {
    await expect(sheet.getByRole('button', { name: 'Light' })).toHaveCount(0)
    await page.evaluate(() => {
      const track = MediaStreamTrack.prototype
      track.getCapabilities = () => ({ torch: true }) as MediaTrackCapabilities
      track.applyConstraints = (wanted) => {
        document.title = JSON.stringify(wanted)
        return Promise.resolve()
      }
    })
    await sheet.getByRole('button', { name: 'Close', exact: true }).last().click()
    await page.getByRole('button', { name: 'Use the camera' }).click()
    const light = sheet.getByRole('button', { name: 'Light' })
    await light.click()
    await expect(light).toHaveAttribute('aria-pressed', 'true')
    await expect(page).toHaveTitle('{"advanced":[{"torch":true}]}')
    await expectAccessible(page, 'the camera with its light')
  })

  await test.step('a photo is read, and a photo without a code is reported', async () => {
    const photo = sheet.getByLabel('Or take a photo')
    const take = async (drawing: string) =>
      photo.setInputFiles({
        name: 'photo.png',
        mimeType: 'image/png',
        buffer: await photoOf(drawing),
      })
    const nothing = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"></svg>'
    await take(nothing)
    await expect(sheet.getByText('No code found in this photo.')).toBeVisible()
    await take(label)
    await expect(sheet.getByText('Read: TEA')).toBeVisible()
  })

  await test.step('closed, it is off, and nothing came from elsewhere', async () => {
    await sheet.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(sheet).toBeHidden()
    expect(foreign).toEqual([])
  })
})
