import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
} from 'node:crypto'

const purposes = [
  'password-pepper',
  'totp-secret',
  'backup-verify',
  'backup-display',
  'session-key',
  'signing-key',
  'device-token',
  'sign-in-lane',
  'outbox',
  'mail-token',
] as const
type Purpose = (typeof purposes)[number]

/** Keys derived from APP_SECRET, one per purpose, so that none can be used for another's work. */
export type Secrets = {
  /** Names the APP_SECRET in use; kept beside everything made with it. */
  readonly keyId: string
  /** HMAC-SHA-256, 32 bytes. */
  mac(purpose: Purpose, data: string | Uint8Array): Buffer
  /** AES-256-GCM: 12 bytes nonce, ciphertext, 16 bytes tag. `context` must be given again to open. */
  seal(purpose: Purpose, plain: string | Uint8Array, context: string): Buffer
  /** Throws when the bytes were changed, or made under another secret, purpose or context. */
  open(purpose: Purpose, sealed: Uint8Array, context: string): Buffer
}

export function deriveSecrets(appSecret: string): Secrets {
  const keys = new Map(
    purposes.map((purpose) => [
      purpose,
      Buffer.from(hkdfSync('sha256', appSecret, 'stowage', `${purpose}/v1`, 32)),
    ]),
  )
  // The map holds every purpose by construction.
  const keyOf = (purpose: Purpose) => keys.get(purpose) as Buffer

  return {
    keyId: createHash('sha256').update('key id\0').update(appSecret).digest('hex').slice(0, 8),
    mac: (purpose, data) => createHmac('sha256', keyOf(purpose)).update(data).digest(),
    seal(purpose, plain, context) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keyOf(purpose), nonce)
      cipher.setAAD(Buffer.from(context))
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    },
    open(purpose, sealed, context) {
      const bytes = Buffer.from(sealed)
      // Without the length a tag of four bytes would do, which can be guessed.
      const decipher = createDecipheriv('aes-256-gcm', keyOf(purpose), bytes.subarray(0, 12), {
        authTagLength: 16,
      })
      decipher.setAAD(Buffer.from(context))
      decipher.setAuthTag(bytes.subarray(-16))
      return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()])
    },
  }
}
