import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits for a link, and the form of them that is stored. */
export function newMailToken(purpose: string): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: sha256(purpose, token) }
}

/** Under which a token is looked up; a token of another purpose is never found. Undefined for what cannot be one. */
export function mailTokenHash(purpose: string, token: string): Buffer | undefined {
  return /^[\w-]{43}$/.test(token) ? sha256(purpose, token) : undefined
}

const sha256 = (purpose: string, token: string) =>
  createHash('sha256').update(`${purpose}\0${token}`).digest()
