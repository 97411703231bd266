import { randomBytes } from 'node:crypto'
import type { Passkey } from '@stowage/contract/identity/passkeys'
import { record } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { fail, notFound } from '../../errors.ts'
import type { Anonymous, Operator } from '../../http/actor.ts'
import { sendMail } from '../../mail/send.ts'
import { about } from '../accounts/rules.ts'
import type { Tools } from '../../context.ts'
import { resendVerification } from '../accounts/commands.ts'
import { lockAccount, type Account } from '../accounts/queries.ts'
import { findCredential as findPassword } from '../passwords/queries.ts'
import { findLiveSession } from '../sessions/queries.ts'
import { openChallenge, passkeyNotice } from './judge-answer.ts'
import {
  deletePasskey,
  findCounter,
  handleOf,
  insertPasskey,
  listPasskeys,
  renamePasskey,
  type StoredPasskey,
} from './queries.ts'
import { mostPasskeys, passkeyOf } from './rules.ts'

/** Returns what the options of a registration need. An account has at most twenty passkeys. */
export async function beginRegistration(tx: Tx, actor: Operator) {
  const account = await lockLiveAccount(tx, actor)
  const passkeys = await listPasskeys(tx, actor.id)
  if (passkeys.length >= mostPasskeys) fail('passkey_limit')
  const handle = await handleOf(tx, actor.id, randomBytes(32))
  const purpose = { ceremony: 'register', sessionId: actor.sessionId } as const
  const { challenge } = await openChallenge(tx, purpose, actor.at)
  await record(tx, actor, 'PASSKEY_REGISTRATION_STARTED')
  return { account, passkeys, handle, challenge }
}

type NewPasskey = {
  credentialId: string
  publicKey: Buffer
  counter: number
  aaguid: string
  multiDevice: boolean
  backedUp: boolean
  deviceType: Passkey['deviceType']
  transports: string[]
  name: string
}

/** Saves a new passkey and mails its owner. */
export async function addPasskey(
  tx: Tx,
  tools: Tools,
  actor: Operator,
  passkey: NewPasskey,
): Promise<Passkey> {
  const account = await lockLiveAccount(tx, actor)
  if ((await listPasskeys(tx, actor.id)).length >= mostPasskeys) fail('passkey_limit')
  const added = await insertPasskey(tx, {
    ...passkey,
    id: newId(),
    accountId: actor.id,
    createdAt: actor.at,
  })
  await record(tx, actor, 'PASSKEY_REGISTERED', { target: targetOf(added) })
  await notify(tx, tools, actor, account, 'passkey-added', added)
  return passkeyOf(added)
}

/** Records a failed registration. */
export async function noteFailedRegistration(tx: Tx, actor: Operator): Promise<void> {
  await record(tx, actor, 'PASSKEY_REGISTERED', { outcome: 'failure' })
}

/** Renames a passkey of this account. An unchanged name records nothing. */
export async function rename(tx: Tx, actor: Operator, id: string, name: string): Promise<Passkey> {
  await lockLiveAccount(tx, actor)
  const before = (await listPasskeys(tx, actor.id)).find((passkey) => passkey.id === id)
  if (!before) notFound()
  if (before.name === name) return passkeyOf(before)
  const renamed = (await renamePasskey(tx, actor.id, id, name)) ?? notFound()
  const change = { from: before.name, to: name }
  await record(tx, actor, 'PASSKEY_RENAMED', { target: targetOf(renamed), metadata: change })
  return passkeyOf(renamed)
}

/** Removes a passkey. Fails with `last_sign_in_method` if it is the only way to sign in. */
export async function remove(tx: Tx, tools: Tools, actor: Operator, id: string): Promise<void> {
  const account = await lockLiveAccount(tx, actor)
  const removed = (await deletePasskey(tx, actor.id, id)) ?? notFound()
  const others = await listPasskeys(tx, actor.id)
  if (others.length === 0 && !(await findPassword(tx, actor.id))) fail('last_sign_in_method')
  await record(tx, actor, 'PASSKEY_REMOVED', { target: targetOf(removed) })
  await notify(tx, tools, actor, account, 'passkey-removed', removed)
}

/** Records a refused sign-in by passkey if its account is known. */
export async function notePasskeyRefusal(
  tx: Tx,
  tools: Tools,
  by: Anonymous,
  account: Account,
  reason: string,
): Promise<void> {
  const metadata = { reason, method: 'passkey' }
  await record(tx, by, 'USER_LOGIN_FAILED', { ...about(account), outcome: 'failure', metadata })
  if (reason === 'unverified') await resendVerification(tx, tools, by, account.emailKey)
}

/** Fails if the passkey was removed after its assertion was verified. */
export async function requirePasskey(tx: Tx, accountId: string, id: string): Promise<void> {
  await lockAccount(tx, accountId)
  if (!(await findCounter(tx, id))) fail('passkey_rejected')
}

/** Locks the account. Fails if the session has ended in the meantime. */
async function lockLiveAccount(tx: Tx, actor: Operator): Promise<Account> {
  const account = await lockAccount(tx, actor.id)
  const session = account && (await findLiveSession(tx, actor.sessionId, actor.at))
  return session ? account : fail('unauthorized')
}

const targetOf = ({ id, name }: StoredPasskey) => ({ type: 'passkey', id, name })

async function notify(
  tx: Tx,
  tools: Tools,
  actor: Operator,
  { email, firstName }: Account,
  template: 'passkey-added' | 'passkey-removed',
  { name }: StoredPasskey,
) {
  const data = passkeyNotice(tools, actor, firstName, name)
  await sendMail(tx, tools, { to: email, template, data })
}
