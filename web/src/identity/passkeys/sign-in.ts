import { passkeys } from '@stowage/contract/identity/passkeys'
import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { send } from '../../app/api.ts'
import { deviceHeader } from '../../app/session.ts'
import { passkeyError } from './errors.ts'

/** The server forgets what it asked after five minutes. */
const freshFor = 240_000

/** A passkey's answer to what the server asked. */
export type Assertion = Awaited<ReturnType<typeof begin>> & { response: { id: string } }

async function begin(signal?: AbortSignal) {
  const { challengeId, options } = await send(passkeys.beginSignIn, {}, signal && { signal })
  // The contract promises the challenge; the rest is between the two halves of one library.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  return { challengeId, optionsJSON }
}

/** The browser's own dialog. Rejects with a sentence for people. */
export async function askForPasskey(): Promise<Assertion> {
  const asked = await begin()
  try {
    return { ...asked, response: { ...(await startAuthentication(asked)) } }
  } catch (error) {
    throw passkeyError('sign-in', error)
  }
}

/**
 * Passkeys in the list under a field, beside the addresses the browser knows, until `signal`. Whoever
 * does not choose one there notices nothing, so nothing is ever said about it.
 */
export async function offerPasskeys(signal: AbortSignal): Promise<Assertion | undefined> {
  signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony())
  try {
    if (!(await browserSupportsWebAuthnAutofill())) return undefined
    for (;;) {
      await visible()
      const asked = await begin(signal)
      const response = await chosen(asked)
      if (response) return { ...asked, response: { ...response } }
    }
  } catch {
    return undefined
  }
}

/** The passkey chosen from the list; undefined when the question has become too old. */
async function chosen({ optionsJSON }: Awaited<ReturnType<typeof begin>>) {
  let isOld = false
  const timer = setTimeout(() => {
    isOld = true
    WebAuthnAbortService.cancelCeremony()
  }, freshFor)
  try {
    return await startAuthentication({ optionsJSON, useBrowserAutofill: true })
  } catch (error) {
    if (isOld) return undefined
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** A tab in the background asks nobody. */
const visible = () =>
  new Promise<void>((resolve) => {
    if (document.visibilityState === 'visible') return resolve()
    document.addEventListener('visibilitychange', () => resolve(), { once: true })
  })

export const signInWith = ({ challengeId, response }: Assertion) =>
  send(passkeys.completeSignIn, { body: { challengeId, response } }, { headers: deviceHeader() })
