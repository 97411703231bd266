import type { WebAuthnError, WebAuthnErrorCode } from '@simplewebauthn/browser'
import { ApiError } from '../../app/transport.ts'
import { isPasskeySupported, notSupported } from './support.ts'

/** Purpose of a passkey prompt. */
export type Ceremony = 'registration' | 'sign-in' | 'confirmation'

/** Closed, turned down or left waiting until the time was over: the browser does not tell which. */
const notCompleted: Record<Ceremony, string> = {
  registration: 'Registration was not completed',
  'sign-in': 'Sign-in was not completed',
  confirmation: 'Confirmation was not completed',
}

const failed: Record<Ceremony, string> = {
  registration: 'Failed to register passkey',
  'sign-in': 'Passkey sign-in failed. Please try again.',
  confirmation: 'The passkey could not be checked. Please try again.',
}

const wrongAddress = 'Passkeys do not work at this web address.'
const tooSimple =
  'This device cannot check who uses it. Set up a screen lock or a PIN, or use another.'
const noStorage = 'This device cannot keep passkeys. Use another.'

/** The browser's coded errors as sentences; what is missing means that something failed. */
const sentences: Partial<Record<WebAuthnErrorCode, string>> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'This device already has a passkey for your account.',
  ERROR_INVALID_DOMAIN: wrongAddress,
  ERROR_INVALID_RP_ID: wrongAddress,
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: noStorage,
  ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG: noStorage,
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: tooSimple,
  ERROR_AUTHENTICATOR_GENERAL_ERROR: 'The device reported an error. Try again, or use another.',
}

const codeOf = (error: Error) => (error as Partial<WebAuthnError>).code

function sentenceFor(ceremony: Ceremony, error: unknown): string {
  if (!isPasskeySupported()) return notSupported
  if (!(error instanceof Error)) return failed[ceremony]
  if (error.name === 'NotAllowedError' || codeOf(error) === 'ERROR_CEREMONY_ABORTED')
    return notCompleted[ceremony]
  // Where the library found no passkey in the browser's answer it has no code.
  if (/was not completed$/.test(error.message)) return notCompleted[ceremony]
  return sentences[codeOf(error) ?? 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY'] ?? failed[ceremony]
}

/**
 * Whatever rose from a ceremony as an error for the red box: its message is a sentence for people.
 * A refusal of the server stays what it is.
 */
export const passkeyError = (ceremony: Ceremony, error: unknown): Error =>
  error instanceof ApiError ? error : new Error(sentenceFor(ceremony, error), { cause: error })
