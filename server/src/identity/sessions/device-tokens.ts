import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../secrets.ts'

/** Whom a browser has signed in before: an account, or a member of one platform. */
export type DeviceOwner = { plane: 'operator' | 'tenant'; platformId?: string; subjectId: string }

/** The subject of an address without an account: it has no device tokens, but costs the same time. */
export const nobody = ''

const pattern = /^d1\.([\w-]{22})\.([\w-]{43})$/

/**
 * The token that lets a browser be recognised at the next sign-in: the one it sent when that is
 * this owner's, else a new one. It signs nobody in.
 */
export function recogniseDevice(
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

/** Every MAC that is accepted, the current one first. */
function macsOf(secrets: Secrets, owner: DeviceOwner, deviceId: string): string[] {
  const subject = [owner.plane, owner.platformId ?? '', owner.subjectId, deviceId].join('|')
  return secrets.macs('device-token', subject).map((mac) => mac.toString('base64url'))
}

const sameText = (a: string, b: string) => timingSafeEqual(Buffer.from(a), Buffer.from(b))
