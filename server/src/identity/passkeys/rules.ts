import type { Passkey } from '@stowage/contract/identity/passkeys'

export const mostPasskeys = 20
export const challengeLifetimeMs = 5 * 60_000

const knownTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
export type Transport = (typeof knownTransports)[number]

/** Of what a browser says about the ways to an authenticator, the ways that exist. */
export const transportsOf = (said: unknown): Transport[] =>
  Array.isArray(said) ? knownTransports.filter((transport) => said.includes(transport)) : []

type Hints = {
  /** `platform` is part of the device that asked, `cross-platform` is not. */
  attachment: unknown
  transports: readonly Transport[]
  userAgent: string | null
}

/** The kind of device a passkey lies in, as far as the browser’s hints go. */
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
 * True when the counter of an authenticator that keeps its key to itself has not moved on: then
 * there are two of them. One that does not count says 0 always.
 */
export const isCopy = (
  { multiDevice, counter }: { multiDevice: boolean; counter: number },
  shown: number,
): boolean => !multiDevice && (counter > 0 || shown > 0) && shown <= counter

type Row = Omit<Passkey, 'createdAt' | 'lastUsedAt'> & { createdAt: Date; lastUsedAt: Date | null }

/** A passkey as its owner sees it: without its key and without what it is found by. */
export const passkeyOf = ({ id, deviceType, createdAt, name, lastUsedAt, backedUp }: Row) => ({
  id,
  deviceType,
  createdAt: createdAt.toISOString(),
  name,
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  backedUp,
})
