import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
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
  'invited-address',
  'webhook-secret',
  'cell-urls',
] as const
type Purpose = (typeof purposes)[number]

/**
 * Keys derived from APP_SECRET, one per purpose, so a value made for one purpose is useless for
 * another. Values of APP_SECRET_PREVIOUS are still read but no longer created.
 */
export type Secrets = {
  /** Identifies the current APP_SECRET. Stored with every password hash. */
  readonly keyId: string
  /** Returns the HMAC-SHA-256, 32 bytes. */
  mac(purpose: Purpose, data: string | Uint8Array): Buffer
  /** Returns every accepted MAC of `data`, the current one first. */
  macs(purpose: Purpose, data: string | Uint8Array): Buffer[]
  /** Returns the MAC under the secret with this id, or undefined if the server no longer has it. */
  macUnder(keyId: string, purpose: Purpose, data: string | Uint8Array): Buffer | undefined
  /**
   * Encrypts with AES-256-GCM: 12 bytes nonce, ciphertext, 16 bytes tag. `open` needs the same
   * `context`.
   */
  seal(purpose: Purpose, plain: string | Uint8Array, context: string): Buffer
  /**
   * Decrypts. Throws if the bytes were changed or sealed with another secret, purpose or context.
   */
  open(purpose: Purpose, sealed: Uint8Array, context: string): Buffer
  /**
   * Encrypts again under the current secret. Returns undefined if no change is needed. Throws as
   * `open`.
   */
  reseal(purpose: Purpose, sealed: Uint8Array, context: string): Buffer | undefined
}

type Ring = Pick<Secrets, 'keyId' | 'mac' | 'seal' | 'open'>

/** Derives the keys. `previous` is the former secret during a rotation. */
export function deriveSecrets(appSecret: string, previous?: string): Secrets {
  const current = deriveRing(appSecret)
  const former = previous === undefined ? undefined : deriveRing(previous)
  const rings = former ? [current, former] : [current]

  // Sealed bytes do not name their secret, so both are tried.
  function open(purpose: Purpose, sealed: Uint8Array, context: string) {
    try {
      return { plain: current.open(purpose, sealed, context), isCurrent: true }
    } catch (error) {
      if (!former) throw error
      return { plain: former.open(purpose, sealed, context), isCurrent: false }
    }
  }

  return {
    keyId: current.keyId,
    mac: current.mac,
    seal: current.seal,
    macs: (purpose, data) => rings.map((ring) => ring.mac(purpose, data)),
    macUnder: (keyId, purpose, data) =>
      rings.find((ring) => ring.keyId === keyId)?.mac(purpose, data),
    open: (purpose, sealed, context) => open(purpose, sealed, context).plain,
    reseal(purpose, sealed, context) {
      const { plain, isCurrent } = open(purpose, sealed, context)
      return isCurrent ? undefined : current.seal(purpose, plain, context)
    },
  }
}

function deriveRing(appSecret: string): Ring {
  const keys = new Map(
    purposes.map((purpose) => [
      purpose,
      // A key object, because with raw bytes Node creates one per MAC, at ten times the cost.
      createSecretKey(Buffer.from(hkdfSync('sha256', appSecret, 'stowage', `${purpose}/v1`, 32))),
    ]),
  )
  // The map contains every purpose by construction.
  const keyOf = (purpose: Purpose) => keys.get(purpose) as KeyObject

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
      // Without this length Node would accept a guessable 4-byte tag.
      const decipher = createDecipheriv('aes-256-gcm', keyOf(purpose), bytes.subarray(0, 12), {
        authTagLength: 16,
      })
      decipher.setAAD(Buffer.from(context))
      decipher.setAuthTag(bytes.subarray(-16))
      return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()])
    },
  }
}
