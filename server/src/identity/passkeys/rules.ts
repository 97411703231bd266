import type { Passkey } from '@stowage/contract/identity/passkeys'

export const mostPasskeys = 20
export const challengeLifetimeMs = 5 * 60_000

const knownTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
export type Transport = (typeof knownTransports)[number]

/** Returns the known transports among those the browser reported. */
export const transportsOf = (said: unknown): Transport[] =>
  Array.isArray(said) ? knownTransports.filter((transport) => said.includes(transport)) : []

type Hints = {
  /** `platform`: part of the device. `cross-platform`: a separate one. */
  attachment: unknown
  transports: readonly Transport[]
  userAgent: string | null
}

/** Returns the kind of device that stores a passkey, as far as the browser's hints allow. */
export function deviceTypeOf({ attachment, transports, userAgent }: Hints): Passkey['deviceType'] {
  const has = (...some: Transport[]) => some.some((transport) => transports.includes(transport))
  const isElsewhere = attachment === 'cross-platform'
  if (attachment === 'platform' || (!isElsewhere && has('internal'))) return kindOf(userAgent)
  if (has('usb', 'nfc', 'ble', 'smart-card')) return 'security-key'
  return has('hybrid', 'cable') ? 'mobile' : 'unknown'
}

function kindOf(userAgent: string | null): Passkey['deviceType'] {
  if (/Android|iPhone|iPad|Mobile/.test(userAgent ?? '')) return 'mobile'
  return /Windows|Macintosh|Linux|CrOS/.test(userAgent ?? '') ? 'desktop' : 'unknown'
}

/**
 * Returns true if the counter of a device-bound key did not increase, so the key was cloned.
 * Authenticators without a counter always report 0.
 */
export const isCopy = (
  { multiDevice, counter }: { multiDevice: boolean; counter: number },
  shown: number,
): boolean => !multiDevice && (counter > 0 || shown > 0) && shown <= counter

type Row = Omit<Passkey, 'createdAt' | 'lastUsedAt'> & { createdAt: Date; lastUsedAt: Date | null }

/** Returns a passkey for its owner, without its public key and credential id. */
export const passkeyOf = ({ id, deviceType, createdAt, name, lastUsedAt, backedUp }: Row) => ({
  id,
  deviceType,
  createdAt: createdAt.toISOString(),
  name,
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  backedUp,
})
