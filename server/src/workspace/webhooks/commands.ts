import { randomBytes } from 'node:crypto'
import type { Input } from '@stowage/contract/route'
import {
  mostWebhooks,
  type IssuedWebhook,
  type webhooks,
} from '@stowage/contract/workspace/webhooks'
import { record, system } from '../../audit.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { fail, notFound, requireVersion } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { explainTarget } from '../../http/outgoing.ts'
import { sendMail } from '../../mail/send.ts'
import { findById } from '../../platforms/directory/queries.ts'
import { listMembers } from '../../platforms/members/queries.ts'
import { insertEvent } from '../events/queries.ts'
import {
  findWebhook,
  insertWebhook,
  lockWebhook,
  lockWebhooks,
  updateWebhook,
  type LockedWebhook,
  toReply,
} from './queries.ts'

const hour = 3_600_000

/** Fails with `permission_denied` for members limited to warehouses, because events are of all of them. */
export function requireAllWarehouses({ warehouses }: WorkspaceMember): void {
  if (warehouses !== null)
    fail('permission_denied', { message: 'Webhooks need access to all warehouses.' })
}

/** Fails with `webhook_target_refused`. Resolves the host name, so it is called before a transaction. */
export async function requireTarget(
  { config }: Context,
  { platform }: WorkspaceMember,
  url: string,
): Promise<void> {
  const message = await explainTarget(url, config.webhookAllow, platform.id)
  if (message !== undefined)
    fail('webhook_target_refused', { message: `${message}.`, details: [{ path: 'url', message }] })
}

/** Returns the context that a sealed secret is bound to. */
const contextOf = (platformId: string, id: string) => `${platformId}/${id}`

type Sealing = Pick<Context, 'secrets'>

/** Returns a new secret as receivers of Standard Webhooks expect it, and sealed. */
function newSecret({ secrets }: Sealing, platformId: string, id: string) {
  const key = randomBytes(32)
  return {
    secret: `whsec_${key.toString('base64')}`,
    cipher: secrets.seal('webhook-secret', key, contextOf(platformId, id)),
  }
}

/**
 * Returns the keys that sign at `at`, the current one first. None if the current one was sealed with another
 * APP_SECRET. Seals it again if that one was the previous.
 */
export async function openKeys(
  tx: Tx,
  { secrets, log }: Sealing & Pick<Context, 'log'>,
  platformId: string,
  { id, secretCipher, previousCipher, previousUntil }: LockedWebhook,
  at: Date,
): Promise<Buffer[]> {
  const context = contextOf(platformId, id)
  const isOverlapping = previousCipher && previousUntil && previousUntil > at
  try {
    const renewed = secrets.reseal('webhook-secret', secretCipher, context)
    if (renewed) await updateWebhook(tx, platformId, id, { secretCipher: renewed })
    return [secretCipher, ...(isOverlapping ? [previousCipher] : [])].map((cipher) =>
      secrets.open('webhook-secret', cipher, context),
    )
  } catch (error) {
    log.error({ err: error, webhookId: id }, 'The secret of a webhook cannot be read')
    return []
  }
}

export const targetOf = ({ id, url }: Pick<LockedWebhook, 'id' | 'url'>) => ({
  target: { type: 'webhook', id, name: new URL(url).host },
})

/** A query may hold a password of the receiver, which is not written to the audit log. */
function withoutQuery(text: string): string {
  const { origin, pathname } = new URL(text)
  return origin + pathname
}

/** Creates a webhook that is sent the events from now on. */
export async function createWebhook(
  tx: Tx,
  tools: Sealing,
  actor: WorkspaceMember,
  body: Input<typeof webhooks.create>['body'],
): Promise<IssuedWebhook> {
  const { platform, at } = actor
  if ((await lockWebhooks(tx, platform.id)).length >= mostWebhooks) fail('webhook_limit')
  const id = newId()
  const { secret, cipher } = newSecret(tools, platform.id, id)
  await insertWebhook(tx, platform.id, {
    ...body,
    webhookId: id,
    secretCipher: cipher,
    createdBy: actor.id,
    createdAt: at,
  })
  await record(tx, actor, 'WEBHOOK_CREATED', {
    ...targetOf({ id, ...body }),
    metadata: { ...body, url: withoutQuery(body.url) },
  })
  return { webhook: await get(tx, actor, id), secret }
}

/** Changes a webhook, or pauses or resumes it. */
export async function changeWebhook(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, ...changes }: Input<typeof webhooks.update>['body'],
) {
  const { platform } = actor
  const before = (await lockWebhook(tx, platform.id, id)) ?? notFound()
  requireVersion(before, version)
  const changed = Object.fromEntries(
    Object.entries(changes).flatMap(([name, to]) => {
      const from = before[name as keyof typeof changes]
      const isSame = JSON.stringify(from) === JSON.stringify(to)
      const written =
        name === 'url' ? [from, to].map((url) => withoutQuery(String(url))) : [from, to]
      return isSame ? [] : [[name, { from: written[0], to: written[1] }]]
    }),
  )
  if (Object.keys(changed).length > 0) {
    await updateWebhook(tx, platform.id, id, { ...changes, version: before.version + 1 })
    await record(tx, actor, 'WEBHOOK_UPDATED', { ...targetOf(before), metadata: changed })
  }
  return get(tx, actor, id)
}

/** Removes a webhook. Its deliveries are kept for 30 days, for the audit of who was sent what. */
export async function removeWebhook(tx: Tx, actor: WorkspaceMember, id: string): Promise<void> {
  const { platform, at } = actor
  const webhook = (await lockWebhook(tx, platform.id, id)) ?? notFound()
  await updateWebhook(tx, platform.id, id, { state: 'removed', removedAt: at })
  await record(tx, actor, 'WEBHOOK_REMOVED', targetOf(webhook))
}

/** Replaces the secret. Until the end of the overlap the one before signs too. */
export async function rotateSecret(
  tx: Tx,
  tools: Sealing,
  actor: WorkspaceMember,
  id: string,
  overlapHours: number,
): Promise<IssuedWebhook> {
  const { platform, at } = actor
  const webhook = (await lockWebhook(tx, platform.id, id)) ?? notFound()
  const { secret, cipher } = newSecret(tools, platform.id, id)
  const overlaps = overlapHours > 0
  await updateWebhook(tx, platform.id, id, {
    secretCipher: cipher,
    previousCipher: overlaps ? webhook.secretCipher : null,
    previousUntil: overlaps ? new Date(at.getTime() + overlapHours * hour) : null,
  })
  await record(tx, actor, 'WEBHOOK_SECRET_ROTATED', {
    ...targetOf(webhook),
    metadata: { overlapHours },
  })
  return { webhook: await get(tx, actor, id), secret }
}

async function get(tx: Tx, { platform, at }: WorkspaceMember, id: string) {
  return toReply((await findWebhook(tx, platform.id, id)) ?? notFound(), at)
}

/**
 * Records that deliveries of a locked webhook were given up, and mails the owner and the admins. Call it at
 * most once a day for each webhook.
 */
export async function notifyFailed(
  tx: Tx,
  tools: Pick<Context, 'config' | 'secrets' | 'clock'>,
  platformId: string,
  webhook: LockedWebhook,
  { type, failure }: { type: string; failure: string | null },
): Promise<void> {
  const at = tools.clock.now()
  const platform = await findById(tx, platformId)
  if (!platform) return
  const { id, url, version } = webhook
  await updateWebhook(tx, platformId, id, { deadToldAt: at })
  await record(tx, system(at), 'WEBHOOK_DEAD', {
    ...targetOf(webhook),
    outcome: 'failure',
    platform: { id: platformId, slug: platform.slug },
    metadata: { event: type, failure },
  })
  await insertEvent(tx, platformId, {
    type: 'webhook.dead',
    subject: { type: 'webhook', id, version },
    payload: {},
    at,
  })
  const told = (await listMembers(tx, platformId)).filter(
    ({ role, status }) => status === 'active' && (role === 'owner' || role === 'admin'),
  )
  const link = `${tools.config.publicUrl}/${platform.slug}/app/settings/webhooks/${id}`
  for (const { email, firstName } of told)
    await sendMail(tx, tools, {
      to: email,
      template: 'webhook-dead',
      data: {
        firstName,
        platformName: platform.name,
        host: new URL(url).host,
        failure: failure ?? '',
        link,
      },
    })
}
