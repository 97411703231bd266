import { BlockList, isIP } from 'node:net'
import type { FastifyInstance, FastifyPluginCallback, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { notFound } from '../errors.ts'
import { html, type Html } from './html.ts'
import { readOutbox } from './outbox.ts'

const page = '/dev/mailbox'
const data = '/dev/mailbox/messages'
const address = /https?:\/\/[^\s<>"']+/g

type Message = {
  id: string
  to: string
  subject: string
  text: string
  links: string[]
  createdAt: string
}

/** Returns whether mails are not sent and can be read on this server instead. */
const hasMailbox = ({ smtpUrl, nodeEnv }: Config): boolean =>
  smtpUrl === undefined && nodeEnv !== 'production'

/**
 * Serves unsent mails to local developers: `/dev/mailbox` as a page, `/dev/mailbox/messages` as
 * data, both filtered by `?to=`. The routes exist only without SMTP and outside production.
 */
export const serveMailbox: FastifyPluginCallback<{ context: Context }> = (
  app,
  { context },
  done,
) => {
  const { config } = context
  if (hasMailbox(config)) open(app, context)
  // Explicit, because the web answers unknown paths with a page.
  else for (const path of [page, data]) app.get(path, () => notFound())
  done()
}

function open(app: FastifyInstance, context: Context): void {
  const allowed = listOf(context.config.devMailboxAllow)
  app.addHook('onRequest', async (request) => {
    if (!isAllowed(allowed, request)) notFound()
  })
  app.addHook('onSend', async (_request, reply) => {
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    reply.header('cache-control', 'no-store')
  })
  app.get(data, async ({ query }) => ({
    messages: await readMessages(context, wantedOf(query)),
  }))
  app.get(page, async ({ query }, reply) => {
    const { markup } = pageOf(await readMessages(context, wantedOf(query)))
    return reply.type('text/html; charset=utf-8').send(markup)
  })
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [host = '', bits] = range.split('/')
    const family = familyOf(host)
    list.addSubnet(host, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return list
}

const familyOf = (ip: string) => (isIP(ip) === 6 ? 'ipv6' : 'ipv4')

/** Checks both the peer and, behind a trusted proxy, the original client. */
const isAllowed = (list: BlockList, request: FastifyRequest): boolean =>
  [request.socket.remoteAddress, request.ip].every(
    (ip = '') => isIP(ip) !== 0 && list.check(ip.split('%')[0] ?? '', familyOf(ip)),
  )

function wantedOf(query: unknown): string | undefined {
  const { to } = query as { to?: unknown }
  return typeof to === 'string' && to !== '' ? to.trim().toLowerCase() : undefined
}

async function readMessages({ db, secrets }: Context, wanted?: string): Promise<Message[]> {
  const mails = await readOutbox(db, secrets)
  return mails
    .filter(({ to }) => wanted === undefined || to.toLowerCase() === wanted)
    .map(({ id, to, subject, text, createdAt }) => {
      const links = text.match(address) ?? []
      return { id, to, subject, text, links, createdAt: createdAt.toISOString() }
    })
}

const pageOf = (messages: readonly Message[]): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Mailbox</title>
      </head>
      <body>
        <h1>Mailbox</h1>
        <p>
          SMTP_URL is not set, so these mails wait here instead of being sent. The newest is first.
        </p>
        ${messages.length === 0 ? html`<p>No mail yet.</p>` : messages.map(articleOf)}
      </body>
    </html> `

const articleOf = ({ to, subject, text, createdAt }: Message): Html =>
  html`<hr />
    <article>
      <h2>${subject}</h2>
      <p>
        To ${to},
        <time datetime="${createdAt}">${createdAt.replace('T', ' ').slice(0, 19)} UTC</time>
      </p>
      ${text.split('\n\n').map((block) => html`<p>${linked(block.trim())}</p> `)}
    </article> `

/** Returns text as HTML with links and line breaks. */
function linked(text: string): Html[] {
  return text.split(/(https?:\/\/[^\s<>"']+|\n)/).map((part, index) => {
    if (index % 2 === 0) return html`${part}`
    return part === '\n' ? html`<br />` : html`<a href="${part}">${part}</a>`
  })
}
