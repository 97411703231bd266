import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { scan } from '../scanner.ts'
import { newStockedSite } from './stocked.ts'

const mugCode = '4006381333931'
const nextVersion = 'nextbuild'

const textOf = async (message: IncomingMessage) => {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

/** In front of the product: serves the worker of another build once it is told to, and can lose what is picked. */
async function startFront(url: string) {
  const front = { url: '', hasNextBuild: false, losesPicks: false, stop: () => {} }
  const server = createServer((asked, answer) => {
    const path = asked.url ?? '/'
    if (front.losesPicks && path.endsWith('/confirm')) return void asked.socket.destroy()
    const isWorker = path.startsWith('/floor-worker.js')
    const headers = { ...asked.headers, host: new URL(url).host }
    if (isWorker) {
      headers['accept-encoding'] = 'identity'
      delete headers['if-none-match']
      delete headers['if-modified-since']
    }
    const passed = request(url + path, { method: asked.method, headers }, (reply) => {
      if (!isWorker) {
        answer.writeHead(reply.statusCode ?? 502, reply.headers)
        return void reply.pipe(answer)
      }
      const send = async () => {
        const source = await textOf(reply)
        const { 'content-length': _, etag: __, 'last-modified': ___, ...rest } = reply.headers
        answer.writeHead(200, rest)
        answer.end(
          front.hasNextBuild
            ? source.replace(/const version = '\w+'/, `const version = '${nextVersion}'`)
            : source,
        )
      }
      void send()
    })
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  front.url = `http://localhost:${(server.address() as AddressInfo).port}`
  front.stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return front
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** The worker of the open page, what is kept by which version, and whether another one waits. */
const workerOf = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    const names = await caches.keys()
    return {
      state: navigator.serviceWorker.controller?.state,
      isActive: registration?.active === navigator.serviceWorker.controller,
      isWaiting: Boolean(registration?.waiting),
      versions: names.map((name) => name.split(' ')[1]).toSorted(),
    }
  })

test('a new version of the floor takes over, and what waits on the device is kept', async ({
  browser,
  product,
  mail,
}) => {
  const front = await startFront(product.url)
  const context = await browser.newContext({ baseURL: front.url })
  const page = await context.newPage()
  const site = await newStockedSite(product.url, mail)
  const floor = `/${site.slug}/app/floor`
  const { order } = (await site.call('/orders', {
    lines: [{ sku: 'MUG', qty: '3' }],
    confirm: {},
  })) as { order: { id: string; version: number } }
  const { fulfillments } = (await site.call(`/orders/${order.id}/release`, {
    version: order.version,
  })) as { fulfillments: [{ id: string; number: string }] }
  const [{ id, number }] = fulfillments
  let first: string | undefined

  await test.step('the first version keeps the floor', async () => {
    await signInTo(page, site.slug, site.operator, floor)
    await expect
      .poll(() => workerOf(page))
      .toMatchObject({ state: 'activated', isActive: true, isWaiting: false })
    const { versions } = await workerOf(page)
    expect(versions).toHaveLength(1)
    ;[first] = versions
  })

  await test.step('a pick waits on the device', async () => {
    front.losesPicks = true
    await button(page, `Take ${number}`).click()
    await expect(heading(page)).toHaveText('Go to A-01')
    await scan(page, 'A-01')
    await expect(heading(page)).toContainText('Scan the item in A-01')
    await scan(page, mugCode)
    await button(page, 'Confirm 3').click()
    await expect(page.getByText('1 not sent')).toBeVisible()
  })

  await test.step('the next version waits as long as a page of the first is open', async () => {
    front.hasNextBuild = true
    await page.goto(floor)
    await expect
      .poll(() => workerOf(page))
      .toEqual({
        state: 'activated',
        isActive: true,
        isWaiting: true,
        versions: [first, nextVersion].toSorted(),
      })
    await expect(page.getByText('1 not sent')).toBeVisible()
  })

  await test.step('once none is, it takes over and forgets what the first one kept', async () => {
    // Of the same origin, and no page of the floor.
    await page.goto('/robots.txt')
    const isWaiting = () =>
      page.evaluate(
        async (scope) => Boolean((await navigator.serviceWorker.getRegistration(scope))?.waiting),
        floor,
      )
    await expect.poll(isWaiting).toBe(false)
    await page.goto(floor)
    await expect
      .poll(() => workerOf(page))
      .toEqual({ state: 'activated', isActive: true, isWaiting: false, versions: [nextVersion] })
    await expect(page.getByText('1 not sent')).toBeVisible()
  })

  await test.step('it opens the floor without a connection, too', async () => {
    await context.setOffline(true)
    await page.reload()
    await expect(heading(page)).toHaveText('Tasks')
    await expect(page.getByText('1 not sent')).toBeVisible()
    await context.setOffline(false)
  })

  await test.step('and what waited is sent once', async () => {
    front.losesPicks = false
    await page.goto(floor)
    await expect(page.getByText('Online')).toBeVisible({ timeout: 25_000 })
    const { fulfillment } = (await site.read(`/fulfillments/${id}`)) as {
      fulfillment: { state: string; lines: { picked: string }[] }
    }
    expect(fulfillment).toMatchObject({ state: 'picked', lines: [{ picked: '3' }] })
  })
  await context.close()
  front.stop()
})
