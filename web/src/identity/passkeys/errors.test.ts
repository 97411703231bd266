import { WebAuthnError } from '@simplewebauthn/browser'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../app/transport.ts'
import { passkeyError } from './errors.ts'
import { notSupported } from './support.ts'

beforeEach(() => vi.stubGlobal('PublicKeyCredential', vi.fn()))
afterEach(() => vi.unstubAllGlobals())

const turnedDown = () =>
  new WebAuthnError({
    message: 'The operation either timed out or was not allowed. See: https://example.com',
    code: 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY',
    cause: new DOMException('', 'NotAllowedError'),
  })
const coded = (code: WebAuthnError['code'], name: string) =>
  new WebAuthnError({ message: 'said by a library', code, cause: new DOMException('', name) })

it('calls what was closed or timed out not completed, in the words of what was begun', () => {
  expect(passkeyError('registration', turnedDown()).message).toBe('Registration was not completed')
  expect(passkeyError('sign-in', turnedDown()).message).toBe('Sign-in was not completed')
  expect(passkeyError('confirmation', turnedDown()).message).toBe('Confirmation was not completed')
  const aborted = coded('ERROR_CEREMONY_ABORTED', 'AbortError')
  expect(passkeyError('registration', aborted).message).toBe('Registration was not completed')
  const nothing = new Error('Authentication was not completed')
  expect(passkeyError('sign-in', nothing).message).toBe('Sign-in was not completed')
})

it('has a sentence for each thing a device can say', () => {
  const again = coded('ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED', 'InvalidStateError')
  expect(passkeyError('registration', again).message).toBe(
    'This device already has a passkey for your account.',
  )
  const elsewhere = coded('ERROR_INVALID_RP_ID', 'SecurityError')
  expect(passkeyError('sign-in', elsewhere).message).toBe(
    'Passkeys do not work at this web address.',
  )
})

it('never shows what a library says', () => {
  expect(passkeyError('registration', new TypeError('x is undefined')).message).toBe(
    'Failed to register passkey',
  )
  const strange = coded('ERROR_SIGNAL_INVALID_ARGUMENT', 'DataError')
  expect(passkeyError('sign-in', strange).message).toBe('Passkey sign-in failed. Please try again.')
})

it('leaves a refusal of the server as it is', () => {
  const refusal = new ApiError(409, { message: 'You have reached the limit of 20 passkeys.' })
  expect(passkeyError('registration', refusal)).toBe(refusal)
})

it('says first of all that the browser has no passkeys', () => {
  vi.unstubAllGlobals()
  expect(passkeyError('sign-in', new Error('whatever')).message).toBe(notSupported)
})
