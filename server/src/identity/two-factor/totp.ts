import { Secret, TOTP } from 'otpauth'

// What every authenticator app understands.
const kind = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const issuer = 'Stowage'

/** 160 random bits. */
export const newSecret = (): Uint8Array => new Secret({ size: 20 }).bytes

/** The secret as people type it, 32 letters and digits. */
export const base32Of = (secret: Uint8Array): string => secretOf(secret).base32

/** What an authenticator app reads from the picture. */
export const setupAddress = (secret: Uint8Array, email: string): string =>
  new TOTP({ ...kind, issuer, label: email, secret: secretOf(secret) }).toString()

/** The 30-second step this code belongs to, when that is the present one or one beside it. */
export function stepOf(secret: Uint8Array, digits: string, at: Date): number | undefined {
  const moment = { period: kind.period, timestamp: at.getTime() }
  const given = { ...kind, ...moment, secret: secretOf(secret), token: digits, window: 1 }
  const delta = TOTP.validate(given)
  return delta === null ? undefined : TOTP.counter(moment) + delta
}

/** The library keeps the whole buffer it is given, of which `bytes` may be a part. */
const secretOf = (bytes: Uint8Array) => new Secret({ buffer: new Uint8Array(bytes).buffer })
