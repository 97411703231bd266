import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../crypto/secrets.ts'

// Version, session id, counter, truncated MAC.
const version = 1
const bodyBytes = 1 + 16 + 4
const macBytes = 16
const pattern = /^v1\.([\w-]{50})$/

export type ParsedRefreshToken = { sid: string; counter: number; bytes: Buffer }

/** Returns a random key for one session's refresh tokens, and its encrypted form for storage. */
export function newRefreshKey(secrets: Secrets, sid: string): { key: Buffer; keyCipher: Buffer } {
  const key = randomBytes(32)
  return { key, keyCipher: secrets.seal('session-key', key, sid) }
}

/**
 * Returns the refresh token. Tokens are not stored: the same key, session and counter always give
 * the same token.
 */
export function makeRefreshToken(key: Buffer, sid: string, counter: number): string {
  const body = Buffer.alloc(bodyBytes)
  body.writeUInt8(version, 0)
  body.write(sid.replaceAll('-', ''), 1, 'hex')
  body.writeUInt32BE(counter, 17)
  return `v1.${Buffer.concat([body, macOf(key, body)]).toString('base64url')}`
}

/** Parses a token. Its content is not verified until `authenticate`. */
export function parseRefreshToken(token: string): ParsedRefreshToken | undefined {
  const encoded = pattern.exec(token)?.[1]
  if (!encoded) return undefined
  const bytes = Buffer.from(encoded, 'base64url')
  // The last character has four unused bits. Only the canonical spelling is accepted.
  if (bytes.toString('base64url') !== encoded || bytes.readUInt8(0) !== version) return undefined
  const hex = bytes.toString('hex', 1, 17)
  const sid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  return { sid, counter: bytes.readUInt32BE(17), bytes }
}

/** Returns the session's key if the token was created with it, otherwise undefined. */
export function authenticate(
  secrets: Secrets,
  session: { sid: string; keyCipher: Uint8Array },
  { sid, bytes }: ParsedRefreshToken,
): Buffer | undefined {
  const key = sid === session.sid && openKey(secrets, session)
  if (!key) return undefined
  const mac = macOf(key, bytes.subarray(0, bodyBytes))
  return timingSafeEqual(mac, bytes.subarray(bodyBytes)) ? key : undefined
}

function openKey(secrets: Secrets, { sid, keyCipher }: { sid: string; keyCipher: Uint8Array }) {
  try {
    return secrets.open('session-key', keyCipher, sid)
  } catch {
    // Encrypted under another APP_SECRET: the session is lost, but the request must not fail.
    return undefined
  }
}

const macOf = (key: Buffer, body: Uint8Array) =>
  createHmac('sha256', key).update(body).digest().subarray(0, macBytes)
