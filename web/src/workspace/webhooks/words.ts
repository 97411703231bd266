import { eventTypes } from '@stowage/contract/workspace/event-types'
import type { Delivery } from '@stowage/contract/workspace/webhook-deliveries'
import type { Webhook } from '@stowage/contract/workspace/webhooks'
import { formatCount } from '../../app/format.ts'
import { pluralOf, sentenceOf, statesOf } from '../../app/words.ts'
import type { StateWord } from '../../parts/StateBadge.tsx'

/** Names of areas that are not the plural of their word. */
const areaNames: Readonly<Record<string, string>> = { stock: 'Stock', verify: 'Integrity check' }

/** Events by area; the first of each stands for all of them. */
export const eventGroups = Object.entries(eventTypes).map(([area, names]) => ({
  name: areaNames[area] ?? pluralOf(sentenceOf(area)),
  all: `${area}.*`,
  events: names.map((name) => ({ type: `${area}.${name}`, words: sentenceOf(name) })),
}))

export const hostOf = ({ url }: Pick<Webhook, 'url'>) => new URL(url).host

export const stateOf = ({ state }: Webhook): StateWord =>
  state === 'paused' ? { word: 'Paused', look: 'none' } : { word: 'Active', look: 'ok' }

export const deliveryStates = statesOf<Delivery['state']>({
  pending: { word: 'Pending', look: 'info' },
  retrying: { word: 'Retrying', look: 'warn' },
  delivered: { word: 'Delivered', look: 'ok' },
  dead: { word: 'Given up', look: 'bad' },
})

/** Counts of a list end at 1,000. */
export const countWords = (count: number) =>
  count >= 1_000 ? `${formatCount(1_000)}+` : formatCount(count)

export const typesWords = (types: readonly string[]) =>
  types.includes('*') ? 'All events' : types.join(', ')

/** Returns an example program with which a receiver checks requests, with the secret of this webhook. */
export const verification = (
  secret: string,
) => `import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const key = Buffer.from('${secret}'.slice('whsec_'.length), 'base64')

function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures } = headers
  if (Math.abs(Date.now() / 1000 - Number(time)) > 300) return false
  const expected = createHmac('sha256', key).update(\`\${id}.\${time}.\${body}\`).digest()
  return String(signatures).split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  const isOk = isGenuine(request.headers, body)
  if (isOk) console.log(JSON.parse(body).type)
  response.writeHead(isOk ? 204 : 401).end()
}).listen(8080)`
