import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../crypto/secrets.ts'

/** The account, or the member of a platform, that signed in on this browser before. */
export type DeviceOwner = { plane: 'operator' | 'tenant'; platformId?: string; subjectId: string }

/** Used for addresses without an account, so they take the same time. */
export const nobody = ''

const pattern = /^d1\.([\w-]{22})\.([\w-]{43})$/

/**
 * Returns the token that identifies this browser at the next sign-in: the one it sent if it belongs
 * to this owner, otherwise a new one. It does not authenticate.
 */
export function recognizeDevice(
  secrets: Secrets,
  owner: DeviceOwner,
  sent: string | string[] | undefined,
): { isKnown: boolean; deviceToken: string } {
  const [, deviceId, mac] = (typeof sent === 'string' && pattern.exec(sent)) || []
  if (deviceId && mac && macsOf(secrets, owner, deviceId).some((known) => sameText(mac, known)))
    return { isKnown: true, deviceToken: sent as string }
  const fresh = randomBytes(16).toString('base64url')
  return { isKnown: false, deviceToken: `d1.${fresh}.${macsOf(secrets, owner, fresh)[0]}` }
}

/** Returns all accepted MACs, the current one first. */
function macsOf(secrets: Secrets, owner: DeviceOwner, deviceId: string): string[] {
  const subject = [owner.plane, owner.platformId ?? '', owner.subjectId, deviceId].join('|')
  return secrets.macs('device-token', subject).map((mac) => mac.toString('base64url'))
}

const sameText = (a: string, b: string) => timingSafeEqual(Buffer.from(a), Buffer.from(b))
