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
] as const
type Purpose = (typeof purposes)[number]

/**
 * Keys derived from APP_SECRET, one per purpose, so that none can be used for another's work. What
 * was made under APP_SECRET_PREVIOUS is still read, but nothing is made under it.
 */
export type Secrets = {
  /** Names the APP_SECRET in use; kept beside every password made with it. */
  readonly keyId: string
  /** HMAC-SHA-256, 32 bytes. */
  mac(purpose: Purpose, data: string | Uint8Array): Buffer
  /** Every MAC of `data` that is accepted, the current one first: to compare with, or to look up. */
  macs(purpose: Purpose, data: string | Uint8Array): Buffer[]
  /** The MAC under the secret of this name; undefined when the server no longer has it. */
  macUnder(keyId: string, purpose: Purpose, data: string | Uint8Array): Buffer | undefined
  /** AES-256-GCM: 12 bytes nonce, ciphertext, 16 bytes tag. `context` must be given again to open. */
  seal(purpose: Purpose, plain: string | Uint8Array, context: string): Buffer
  /** Throws when the bytes were changed, or made under another secret, purpose or context. */
  open(purpose: Purpose, sealed: Uint8Array, context: string): Buffer
  /** The same, sealed under the current secret; undefined when it is so already. Throws as `open`. */
  reseal(purpose: Purpose, sealed: Uint8Array, context: string): Buffer | undefined
}

type Ring = Pick<Secrets, 'keyId' | 'mac' | 'seal' | 'open'>

/** `previous` is the secret before the last change of it, while that is still to be honoured. */
export function deriveSecrets(appSecret: string, previous?: string): Secrets {
  const current = deriveRing(appSecret)
  const former = previous === undefined ? undefined : deriveRing(previous)
  const rings = former ? [current, former] : [current]

  // Sealed bytes do not say under which secret: they open under one of the two, or under none.
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
      // A key object: handed bytes, the runtime makes one of them for every MAC, at ten times the cost.
      createSecretKey(Buffer.from(hkdfSync('sha256', appSecret, 'stowage', `${purpose}/v1`, 32))),
    ]),
  )
  // The map holds every purpose by construction.
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
