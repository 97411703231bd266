import { sessions } from '@stowage/contract/identity/sessions'
import {
  startAuthentication,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { send } from '../../app/api.ts'
import { passkeyError } from './errors.ts'

/** Confirms this session with a passkey. Rejects with a sentence for people. */
export async function confirmWithPasskey(): Promise<void> {
  const { challengeId, options } = await send(sessions.beginReauthentication, {})
  // The contract promises the challenge; the rest is between the two halves of one library.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const response = await startAuthentication({ optionsJSON }).catch((error: unknown) => {
    throw passkeyError('confirmation', error)
  })
  await send(sessions.reauthenticate, {
    body: { challengeId: challengeId ?? '', response: { ...response } },
  })
}
