import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, expectAccessible, expectFitting, test } from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { newStockedSite } from './stocked.ts'
import { follow } from '../visits.ts'

test.use({ settings: { WEBHOOK_ALLOW: '127.0.0.0/8' } })

/** A receiver that runs the example of the dialog, as far as it decides what is genuine. */
async function startReceiver() {
  const state = { status: 200, example: '', types: [] as string[], genuine: [] as boolean[] }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      state.types.push((JSON.parse(body) as { type: string }).type)
      void isGenuine(state.example, request.headers, body).then((isOk) => state.genuine.push(isOk))
      response.writeHead(state.status).end('received')
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const close = () => new Promise<unknown>((closed) => server.close(closed))
  return { state, host: `127.0.0.1:${port}`, close }
}

async function isGenuine(example: string, headers: object, body: string): Promise<boolean> {
  const code = `${example.slice(0, example.indexOf('createServer(async'))}\nexport { isGenuine }`
  const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    isGenuine: (headers: object, body: string) => boolean
  }
  return module.isGenuine(headers, body)
}

test('a webhook is added, tested, repaired and removed', async ({ page, product, mail }) => {
  const receiver = await startReceiver()
  const { state, host } = receiver
  const site = await newStockedSite(product.url, mail)
  await signInTo(page, site.slug, site.operator, `/${site.slug}/app/settings`)
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  await expectAccessible(page, 'no webhooks')
  const dialog = page.getByRole('dialog')
  const more = () => page.getByRole('button', { name: `More for ${host}` }).click()

  await test.step('it is added and its secret shown once', async () => {
    await page.getByRole('button', { name: 'Add webhook' }).click()
    await dialog.getByLabel('URL').fill('https://10.0.0.1/hooks')
    await dialog.getByLabel('All of customers').check()
    await expectAccessible(page, 'a new webhook')
    await dialog.getByRole('button', { name: 'Add webhook', exact: true }).click()
    await expect(dialog.getByText('This address is not public').first()).toBeVisible()
    await dialog.getByLabel('URL').fill(`http://${host}/hooks`)
    await dialog.getByRole('button', { name: 'Add webhook', exact: true }).click()
    const example = dialog.getByRole('region', { name: 'Verify requests with Node.js' })
    state.example = await example.getByRole('code').innerText()
    const secret = dialog.getByRole('region', { name: 'Secret', exact: true }).getByRole('code')
    expect(state.example).toContain(await secret.innerText())
    await expectAccessible(page, 'the secret of a webhook')
    await dialog.getByRole('button', { name: 'Done' }).click()
  })

  await test.step('a test event is sent and verifies', async () => {
    await page.getByRole('link', { name: host }).click()
    await expect(page.getByText('No deliveries yet')).toBeVisible()
    await page.getByRole('button', { name: 'Send test event' }).click()
    await expect(page.getByRole('row', { name: /webhook.test/ })).toContainText('Delivered')
    expect(state.types).toEqual(['webhook.test'])
    await expect.poll(() => state.genuine).toEqual([true])
    await page.getByRole('button', { name: /^Show/ }).click()
    await expect(page.getByText('received', { exact: true })).toBeVisible()
    await expect(page.getByText('"webhook.test"')).toBeVisible()
    await expectAccessible(page, 'a webhook with a delivery')
    await expectFitting(page)
  })

  await test.step('a delivery is sent again, and a failed one repeated', async () => {
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect.poll(() => state.types.length).toBe(2)
    state.status = 500
    await page.getByRole('button', { name: 'Send test event' }).click()
    const failed = page.getByRole('row', { name: /webhook.test/ }).first()
    await expect(failed).toContainText('The receiver answered 500')
    await expect(failed).toContainText('Retrying')
    state.status = 200
    await follow(page, `/${site.slug}/app/settings/webhooks`)
    await expect(page.getByRole('row', { name: new RegExp(host) })).toContainText('Active')
    await expectAccessible(page, 'the list of webhooks')
    await page.getByRole('link', { name: host }).click()
    await expect(failed).toContainText('Delivered', { timeout: 30_000 })
  })

  await test.step('it is paused and removed', async () => {
    await more()
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect(page.getByText('Paused').first()).toBeVisible()
    await more()
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove webhook' }).click()
    await expect(page.getByText('No webhooks yet')).toBeVisible()
  })
  await receiver.close()
})
