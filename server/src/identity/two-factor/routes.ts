import type { Authenticator, twoFactor } from '@stowage/contract/identity/two-factor'
import { fail } from '../../errors.ts'
import type { Handlers } from '../../http/mount.ts'
import { recognizeDevice } from '../signing-keys/recognize-device.ts'
import { noteWrongCode, requireCode } from './accept-code.ts'
import {
  beginReset,
  beginSetup,
  disable,
  regenerateBackupCodes,
  verify,
  viewBackupCodes,
} from './commands.ts'
import { base32Of, setupAddress } from './totp.ts'

export const twoFactorHandlers: Handlers<typeof twoFactor> = {
  setup: async ({ actor, write, ...tools }) =>
    authenticatorOf(await write((tx) => beginSetup(tx, tools, actor)), actor.email),

  async verify({ actor, write, ...tools }, { body }) {
    const code = requireCode(body.token)
    const verified = await write((tx) => verify(tx, tools, actor, code))
    if (verified === 'nothing_pending') fail('no_setup_pending')
    if (verified === 'wrong_code') {
      await write((tx) => noteWrongCode(tx, actor, actor, code))
      fail('invalid_code')
    }
    return { success: true, twoFactorEnabled: true, ...verified }
  },

  async disable({ actor, write, confirm, ...tools }, { body }) {
    const code = body.token === undefined ? undefined : requireCode(body.token)
    if (actor.hasSecondFactor && !code) await confirm()
    if (!(await write((tx) => disable(tx, tools, actor, code)))) {
      if (code) await write((tx) => noteWrongCode(tx, actor, actor, code))
      fail('invalid_code')
    }
    return { success: true, twoFactorEnabled: false }
  },

  reset: async ({ actor, write, ...tools }) =>
    authenticatorOf(await write((tx) => beginReset(tx, tools, actor)), actor.email),

  regenerateBackupCodes: async ({ actor, write, ...tools }) => ({
    backupCodes: await write((tx) => regenerateBackupCodes(tx, tools, actor)),
  }),

  async backupCodes({ actor, write, headers, ...tools }) {
    const owner = { plane: 'operator', subjectId: actor.id } as const
    const device = recognizeDevice(tools.secrets, owner, headers['x-device-token'])
    const by = { isKnownDevice: device.isKnown }
    return (
      (await write((tx) => viewBackupCodes(tx, tools, actor, by))) ?? fail('no_longer_viewable')
    )
  },
}

/** Returns the secret as a QR code and as text. */
async function authenticatorOf(secret: Uint8Array, email: string): Promise<Authenticator> {
  const { toDataURL } = await import('qrcode')
  return {
    qrCodeUrl: await toDataURL(setupAddress(secret, email)),
    secret: base32Of(secret),
  }
}
