import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { setupApp } from '../../../test/app.ts'
import { startReceiver } from '../../../test/receiver.ts'
import { newWarehouse } from '../../../test/warehouse.ts'
import { sendDue } from './send-due.ts'

const { webhooks, deliveries } = api.workspace
const app = await setupApp()
const opened = await setupApp({ WEBHOOK_ALLOW: '127.0.0.1,localhost' }, undefined, {
  before: app.database,
})

test('that are not public are refused when they are saved', async () => {
  const { params, token } = await newWarehouse(app)
  const save = async (url: string) => {
    const answer = await app.call(webhooks.create, { params, token, body: { url, types: ['*'] } })
    const said = answer.body as unknown as { code?: string; details?: { path: string }[] }
    return [answer.status, said.code, said.details?.[0]?.path]
  }
  for (const host of [
    'localhost',
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '192.168.0.1',
    '224.0.0.1',
    '0.0.0.0',
    '[::1]',
    '[::ffff:10.0.0.1]',
    '[fd00::1]',
    '[fe80::1]',
    '[64:ff9b::7f00:1]',
    '[::127.0.0.1]',
    'localhost.',
  ])
    expect([host, await save(`https://${host}/x`)]).toEqual([
      host,
      [422, 'webhook_target_refused', 'url'],
    ])
  expect(await save('http://8.8.8.8/')).toEqual([422, 'webhook_target_refused', 'url'])
  for (const url of ['ftp://8.8.8.8/', 'https://a:b@8.8.8.8/', 'nowhere', 'https://'])
    expect([url, await save(url)]).toEqual([url, [400, 'validation_failed', 'url']])
  expect((await save('https://8.8.8.8/hooks'))[0]).toBe(201)
})

test('that are not public any more are refused when a connection is made', async () => {
  const receiver = await startReceiver()
  const { params, token, platform } = await newWarehouse(app)
  for (const host of ['127.0.0.1', 'localhost']) {
    // One server allows what the other does not, as after a change of the setting.
    const body = { url: `http://${host}:${receiver.port}/`, types: ['*'] }
    const made = await opened.call(webhooks.create, { params, token, body })
    const webhookId = made.body.webhook.id
    const at = { token, params: { ...params, webhookId } }
    await app.call(deliveries.test, at)
    await sendDue(app.context, { platformId: platform.id, webhookId })
    const [delivery] = (await app.call(deliveries.list, at)).body.items
    expect(delivery?.failure).toBe('This address is not public')
  }
  expect(receiver.received).toEqual([])
})
