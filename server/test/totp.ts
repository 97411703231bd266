import { createHmac } from 'node:crypto'
import { sealSecret } from '../src/identity/two-factor/accept-code.ts'
import type { TestApp } from './app.ts'
import { arrange } from './arrange.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => parseInt(byte, 2)))
}

/**
 * The six digits an authenticator app shows at a moment, by RFC 6238 (SHA-1, 30 seconds): written
 * from the standard, so the server's library is not its own judge.
 */
export function codeAt(secret: string, at: Date): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 30_000)))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = mac.readUInt8(19) & 15
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** Puts an authenticator app in use for an account; its secret, for `codeAt`. */
export async function addTotp(app: TestApp, accountId: string): Promise<string> {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const cipher = sealSecret(app.context.secrets, accountId, fromBase32(secret))
  await arrange(
    app,
    `insert into identity.totp_factors (account_id, state, secret_cipher, created_at)
     values ($1, 'active', $2, $3)`,
    [accountId, cipher, app.clock.now()],
  )
  return secret
}
