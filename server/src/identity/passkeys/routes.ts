import type { passkeys } from '@stowage/contract/identity/passkeys'
import { fail } from '../../errors.ts'
import type { Handlers } from '../../http/mount.ts'
import { creationOptions, readRegistration } from './ceremony.ts'
import { consumeChallenge } from './ceremony-queries.ts'
import {
  addPasskey,
  beginRegistration,
  noteFailedRegistration,
  remove,
  rename,
} from './commands.ts'
import { listPasskeys } from './queries.ts'
import { deviceTypeOf, passkeyOf, transportsOf, nameOf } from './rules.ts'

/** Signing in with a passkey belongs to sessions. */
export const passkeyHandlers: Handlers<Omit<typeof passkeys, 'beginSignIn' | 'completeSignIn'>> = {
  list: async ({ db, actor }) => ({
    passkeys: (await listPasskeys(db, actor.id)).map(passkeyOf),
  }),

  async beginRegistration({ actor, config, write }) {
    const options = await creationOptions(config, await write((tx) => beginRegistration(tx, actor)))
    return { ...options, options }
  },

  async completeRegistration({ actor, write, ...tools }, { body: { response, name } }) {
    const purpose = { ceremony: 'register', sessionId: actor.sessionId } as const
    const challenge = await write((tx) => consumeChallenge(tx, purpose, { at: actor.at }))
    if (!challenge) fail('registration_failed')
    const credential = await readRegistration(tools.config, challenge, response)
    if (!credential) {
      await write((tx) => noteFailedRegistration(tx, actor))
      return fail('registration_failed')
    }
    const hints = hintsOf(response)
    const deviceType = deviceTypeOf({ ...hints, userAgent: actor.userAgent })
    const passkey = {
      ...credential,
      deviceType,
      transports: hints.transports,
      name: name ?? nameOf(credential.aaguid, deviceType),
    }
    return {
      verified: true,
      passkey: await write((tx) => addPasskey(tx, tools, actor, passkey)),
      message: 'Passkey registered successfully!',
    }
  },

  rename: async ({ actor, write }, { params, body }) => ({
    passkey: await write((tx) => rename(tx, actor, params.passkeyId, body.name)),
  }),

  async remove({ actor, write, ...tools }, { params }) {
    await write((tx) => remove(tx, tools, actor, params.passkeyId))
    return { success: true, message: 'Passkey removed successfully!' }
  },
}

function hintsOf({ authenticatorAttachment, response }: Record<string, unknown>) {
  // A parsed registration has a response. Its transports are unsigned and may be any value.
  const { transports } = response as { transports?: unknown }
  return { attachment: authenticatorAttachment, transports: transportsOf(transports) }
}
