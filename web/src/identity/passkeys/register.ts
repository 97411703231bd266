import type { startRegistration } from '@simplewebauthn/browser'
import { passkeys, type Passkey } from '@stowage/contract/identity/passkeys'
import { send } from '../../app/api.ts'
import { passkeyError } from './errors.ts'

type Options = Parameters<typeof startRegistration>[0]['optionsJSON']

/**
 * Has the browser make a passkey and the server keep it. Rejects with an error whose message is
 * for people, or empty when nobody said anything.
 */
export async function registerPasskey(): Promise<Passkey> {
  try {
    const { options } = await send(passkeys.beginRegistration, {})
    const { startRegistration: create } = await import('@simplewebauthn/browser')
    // The contract knows only that they are options; the server's library wrote them.
    const response = await create({ optionsJSON: options as unknown as Options })
    const { passkey } = await send(passkeys.completeRegistration, {
      body: { response: { ...response } },
    })
    return passkey
  } catch (error) {
    throw passkeyError('registration', error)
  }
}
