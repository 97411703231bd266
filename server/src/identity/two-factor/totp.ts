import { Secret, TOTP } from 'otpauth'

// Supported by every authenticator app.
const kind = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const issuer = 'Stowage'

/** Returns 160 random bits. */
export const newSecret = (): Uint8Array => new Secret({ size: 20 }).bytes

/** Returns the secret for typing, 32 letters and digits. */
export const base32Of = (secret: Uint8Array): string => secretOf(secret).base32

/** Returns the URL in the QR code. */
export const setupAddress = (secret: Uint8Array, email: string): string =>
  new TOTP({ ...kind, issuer, label: email, secret: secretOf(secret) }).toString()

/** Returns the 30-second step of this code if it is the current one or next to it. */
export function stepOf(secret: Uint8Array, digits: string, at: Date): number | undefined {
  const moment = { period: kind.period, timestamp: at.getTime() }
  const given = { ...kind, ...moment, secret: secretOf(secret), token: digits, window: 1 }
  const delta = TOTP.validate(given)
  return delta === null ? undefined : TOTP.counter(moment) + delta
}

/** The library uses the whole buffer, and `bytes` may be only a part of it. */
const secretOf = (bytes: Uint8Array) => new Secret({ buffer: new Uint8Array(bytes).buffer })
