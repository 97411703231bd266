import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Config } from '../../config.ts'

/** Loaded with the first passkey, because the library is large. */
const library = () => import('@simplewebauthn/server')

// Ed25519, P-256 and RSA, in order of preference.
const algorithms = [-8, -7, -257]
const timeout = 60_000
// The maximum of the standard, 1023 bytes in base64url, and four times the longest usual key.
const longestId = 1364
const longestKey = 2048

type Site = Pick<Config, 'webauthnRpId' | 'webauthnOrigins'>
type Known = { credentialId: string; transports: string[] }
/** The browser's response. Only the id is checked so far. */
export type SubmittedCredential = { id: string; [member: string]: unknown }

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
const descriptorsOf = (passkeys: readonly Known[]) =>
  passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports }))

type Owner = {
  challenge: string
  handle: Buffer
  account: { email: string; firstName: string; lastName: string }
  /** Existing passkeys of the account, whose authenticators are excluded. */
  passkeys: readonly Known[]
}

/** Returns the argument of `navigator.credentials.create`. */
export async function creationOptions(
  { webauthnRpId }: Site,
  { challenge, handle, account, passkeys }: Owner,
) {
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: 'Stowage',
    rpID: webauthnRpId,
    userID: new Uint8Array(handle),
    userName: account.email,
    userDisplayName: `${account.firstName} ${account.lastName}`,
    challenge: bytesOf(challenge),
    timeout,
    attestationType: 'none',
    excludeCredentials: descriptorsOf(passkeys),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
  return { ...options }
}

/**
 * Returns the argument of `navigator.credentials.get`. No passkeys means any passkey of this site.
 */
export async function requestOptions(
  { webauthnRpId }: Site,
  challenge: string,
  userVerification: 'required' | 'preferred',
  passkeys: readonly Known[] = [],
) {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: webauthnRpId,
    challenge: bytesOf(challenge),
    timeout,
    allowCredentials: descriptorsOf(passkeys),
    userVerification,
  })
  return { ...options }
}

/**
 * Returns the new credential if it was created with user verification for this challenge and site,
 * otherwise undefined.
 */
export async function readRegistration(site: Site, challenge: string, given: SubmittedCredential) {
  const { verifyRegistrationResponse } = await library()
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: await withoutAttestation(given as unknown as RegistrationResponseJSON),
      expectedChallenge: challenge,
      expectedOrigin: site.webauthnOrigins,
      expectedRPID: site.webauthnRpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!registrationInfo) return undefined
    const { credential, aaguid, credentialDeviceType, credentialBackedUp } = registrationInfo
    if (credential.id.length > longestId || credential.publicKey.length > longestKey)
      return undefined
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      aaguid,
      multiDevice: credentialDeviceType === 'multiDevice',
      backedUp: credentialBackedUp,
    }
  } catch {
    // The library throws for every problem, including malformed bytes.
    return undefined
  }
}

/**
 * Attestation is not requested and is not verified: the library would fetch revocation lists from
 * URLs chosen by the client.
 */
async function withoutAttestation(
  given: RegistrationResponseJSON,
): Promise<RegistrationResponseJSON> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } =
    await import('@simplewebauthn/server/helpers')
  const sent = decodeAttestationObject(isoBase64URL.toBuffer(given.response.attestationObject))
  const plain = isoCBOR.encode(
    new Map<string, string | Uint8Array | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', sent.get('authData')],
    ]),
  )
  const response = { ...given.response, attestationObject: isoBase64URL.fromBuffer(plain) }
  return { ...given, response }
}

/** Returns the result of a valid assertion for this challenge and site, otherwise undefined. */
export async function readAssertion(
  site: Site,
  challenge: string,
  { credentialId, publicKey }: { credentialId: string; publicKey: Buffer },
  given: SubmittedCredential,
) {
  const { verifyAuthenticationResponse } = await library()
  const response = given as unknown as AuthenticationResponseJSON
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.webauthnOrigins,
      expectedRPID: site.webauthnRpId,
      // The library would check the counter before the signature, when anyone could have sent it.
      // We check it afterwards.
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: 0 },
      // Without user verification the assertion counts as one factor.
      requireUserVerification: false,
    })
    if (!verified) return undefined
    return {
      counter: authenticationInfo.newCounter,
      isUserVerified: authenticationInfo.userVerified,
      backedUp: authenticationInfo.credentialBackedUp,
      handle: response.response.userHandle,
    }
  } catch {
    return undefined
  }
}
