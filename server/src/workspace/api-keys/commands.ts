import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { apiKeys, IssuedKey } from '@stowage/contract/workspace/api-keys'
import type { Input } from '@stowage/contract/route'
import { record } from '../../audit.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { inOneStatement, inTransaction } from '../../database/transactions.ts'
import { fail, failField, notFound } from '../../errors.ts'
import type { ApiKey, Origin, WorkspaceMember } from '../../http/actor.ts'
import {
  countSites,
  findKey,
  findLiveKey,
  insertKey,
  lockKey,
  replaceHash,
  saveRevocation,
  saveUse,
  toReply,
  type KeyRow,
} from './queries.ts'
import { exceeds, formatKey, isLive, isUseDue, parseKey, permissionsOfKey } from './rules.ts'

const hour = 3_600_000
const sha256 = (text: string) => createHash('sha256').update(text).digest()
const newSecret = () => randomBytes(32).toString('base64url')

/**
 * Returns the key of a bearer token on the platform of this slug. Asks the database at each request,
 * so a revoked key is refused by every server at once.
 */
export async function findApiKey(
  { db }: Context,
  token: string,
  slug: string,
  { ip, userAgent, requestId, at }: Origin,
): Promise<ApiKey | undefined> {
  const parsed = parseKey(token)
  if (!parsed) return undefined
  const key = await inOneStatement(db, (tx) => findLiveKey(tx, slug, parsed.prefix, at))
  if (!key) return undefined
  const { id, name, platformId, lastUsedAt } = key
  const hash = sha256(parsed.secret)
  const isRight = [key.hash, key.previousHash].some((each) => each && timingSafeEqual(each, hash))
  if (!isRight) return undefined
  if (isUseDue(lastUsedAt, at))
    await inTransaction(db, { platformId }, (tx) => saveUse(tx, platformId, id, at))
  return {
    type: 'api_key',
    id,
    name,
    email: null,
    permissions: permissionsOfKey(key.permissions),
    sessionId: null,
    amr: [],
    platform: { id: platformId, slug: key.slug },
    warehouses: key.warehouseIds,
    ip,
    userAgent,
    requestId,
    at,
  }
}

const targetOf = ({ id, name }: Pick<KeyRow, 'id' | 'name'>) => ({
  target: { type: 'api_key', id, name },
})

/** Creates a key that reaches no further than its creator. Its secret is in this reply only. */
export async function createKey(
  tx: Tx,
  actor: WorkspaceMember,
  { name, permissions, warehouseIds, expiresAt }: Input<typeof apiKeys.create>['body'],
): Promise<IssuedKey> {
  const { platform, at } = actor
  const until = expiresAt === null ? null : new Date(expiresAt)
  if (until && until <= at) failField('expiresAt', 'Choose a time in the future')
  const warehouses = warehouseIds && [...new Set(warehouseIds.map((id) => id.toLowerCase()))]
  requireReach(actor, { permissions, warehouses })
  if (warehouses && (await countSites(tx, platform.id, warehouses)) < warehouses.length)
    failField('warehouseIds', 'One of these warehouses doesn’t exist')

  const parsed = { prefix: randomBytes(6).toString('hex'), secret: newSecret() }
  const id = newId()
  await insertKey(tx, platform.id, {
    keyId: id,
    name,
    prefix: parsed.prefix,
    hash: sha256(parsed.secret),
    permissions: [...permissions],
    warehouseIds: warehouses,
    createdBy: actor.id,
    createdAt: at,
    expiresAt: until,
  })
  await record(tx, actor, 'API_KEY_CREATED', {
    ...targetOf({ id, name }),
    metadata: { permissions, warehouseIds: warehouses, expiresAt },
  })
  return issue(tx, actor, id, formatKey(parsed))
}

/**
 * Replaces the secret of a live key. Refused to a member who could not create the key, because the
 * new secret is shown to that member.
 */
export async function rotateKey(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  overlapHours: number,
): Promise<IssuedKey> {
  const { platform, at } = actor
  const key = (await lockKey(tx, platform.id, id)) ?? notFound()
  if (!isLive(key, at)) fail('api_key_ended')
  requireReach(actor, { permissions: key.permissions, warehouses: key.warehouseIds })
  const secret = newSecret()
  const previousUntil = overlapHours > 0 ? new Date(at.getTime() + overlapHours * hour) : null
  await replaceHash(tx, platform.id, id, { hash: sha256(secret), previousUntil })
  await record(tx, actor, 'API_KEY_ROTATED', { ...targetOf(key), metadata: { overlapHours } })
  return issue(tx, actor, id, formatKey({ prefix: key.prefix, secret }))
}

/** Revokes a key. A second time changes nothing. */
export async function revokeKey(tx: Tx, actor: WorkspaceMember, id: string) {
  const { platform, at } = actor
  const key = (await lockKey(tx, platform.id, id)) ?? notFound()
  if (key.revokedAt) return toReply(key, at)
  await saveRevocation(tx, platform.id, id, at)
  await record(tx, actor, 'API_KEY_REVOKED', targetOf(key))
  return toReply({ ...key, revokedAt: at }, at)
}

async function issue(tx: Tx, { platform, at }: WorkspaceMember, id: string, secret: string) {
  const key = (await findKey(tx, platform.id, id)) ?? notFound()
  return { apiKey: toReply(key, at), secret }
}

function requireReach(actor: WorkspaceMember, key: Parameters<typeof exceeds>[1]) {
  const beyond = exceeds(actor, key)
  if (!beyond) return
  const message =
    beyond.path === 'permissions'
      ? `You don’t have the permission ${beyond.permission}`
      : 'You don’t have access to all of these warehouses'
  fail('permission_denied', { details: [{ path: beyond.path, message }] })
}
