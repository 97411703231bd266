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

// Model ids published by manufacturers (AAGUID), used to name new passkeys.
const models: Readonly<Record<string, string>> = {
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'iCloud Keychain',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'iCloud Keychain (Managed)',
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'b93fd961-f2e6-462f-b122-82002247de78': 'Android',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  'd3452668-01fd-4c12-926c-83a4204853aa': 'Microsoft Password Manager',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome on Mac',
  '771b48fd-d3d4-4f74-9232-fc157ab0507a': 'Edge on Mac',
  'd384db22-4d50-ebde-2eac-5765cf1e2a44': 'Firefox',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  'f3809540-7f14-49c1-a8b3-8f813b225541': 'Enpass',
  '39a5647e-1853-446c-a1f6-a79bae9f5bc7': 'IDmelon',
  'fdb141b2-5d84-443e-8a35-4698c205a502': 'KeePassXC',
  '0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6': 'Keeper',
  'b84e4048-15dc-4dd0-8640-f4f60813c8af': 'NordPass',
  '50726f74-6f6e-5061-7373-50726f746f6e': 'Proton Pass',
  'c5ef55ff-ad9a-4b9f-b580-adebafe026d0': 'YubiKey 5Ci',
  'fa2b99dc-9e39-4257-8f92-4a30d23c4118': 'YubiKey 5 NFC',
  '2fc0579f-8113-47ea-b116-bb5a8db9202a': 'YubiKey 5 NFC',
  'ee882879-721c-4913-9775-3dfcce97072a': 'YubiKey 5',
  'cb69481e-8ff7-4039-93ec-0a2729a154a8': 'YubiKey 5',
}

const kinds: Readonly<Record<Passkey['deviceType'], string>> = {
  mobile: 'Phone or tablet',
  desktop: 'Computer',
  'security-key': 'Security key',
  unknown: 'Passkey',
}

/** Returns the default name of a passkey: its model if known, otherwise its kind. */
export const nameOf = (aaguid: string, deviceType: Passkey['deviceType']): string =>
  models[aaguid] ?? kinds[deviceType]
