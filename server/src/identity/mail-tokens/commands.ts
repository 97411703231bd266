import { createHash, randomBytes } from 'node:crypto'

/** Returns a random token of 256 bits and its hash for storage. */
export function newMailToken(purpose: string): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: sha256(purpose, token) }
}

/** Returns the hash by which a token of this purpose is found, or undefined for malformed text. */
export function mailTokenHash(purpose: string, token: string): Buffer | undefined {
  return /^[\w-]{43}$/.test(token) ? sha256(purpose, token) : undefined
}

const sha256 = (purpose: string, token: string) =>
  createHash('sha256').update(`${purpose}\0${token}`).digest()
