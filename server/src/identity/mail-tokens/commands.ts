import { createHash, randomBytes } from 'node:crypto'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { linkLifetime } from '../accounts/rules.ts'
import { insertMailToken, type MailPurpose, type Pending } from './queries.ts'

/** Returns a random token of 256 bits and its hash for storage. */
export function newMailToken(purpose: string): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: sha256(purpose, token) }
}

/** Returns the hash by which a token of this purpose is found, or undefined for malformed text. */
export function mailTokenHash(purpose: string, token: string): Buffer | undefined {
  return /^[\w-]{43}$/.test(token) ? sha256(purpose, token) : undefined
}

/** Creates a link's token, stored as a hash, and the id of the mail that will contain it. */
export async function issueMailToken(
  tx: Tx,
  accountId: string,
  purpose: MailPurpose,
  at: Date,
  waiting: { pending?: Pending | undefined; newEmail?: string } = {},
): Promise<{ token: string; mailId: string; expiresAt: Date }> {
  const { token, tokenHash } = newMailToken(purpose)
  const expiresAt = new Date(at.getTime() + linkLifetime[purpose])
  const mailId = newId()
  const row = { tokenHash, accountId, purpose, createdAt: at, expiresAt, mailId }
  await insertMailToken(tx, { ...row, ...waiting })
  return { token, mailId, expiresAt }
}

const sha256 = (purpose: string, token: string) =>
  createHash('sha256').update(`${purpose}\0${token}`).digest()
