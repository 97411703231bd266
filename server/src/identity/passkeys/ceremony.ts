import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Config } from '../../config.ts'

/** Much code, certificates among it: loaded with the first passkey. */
const library = () => import('@simplewebauthn/server')

// Ed25519, P-256 and RSA, in the order we like them.
const algorithms = [-8, -7, -257]
const timeout = 60_000
// The standard's most, 1023 bytes, in base64url; and four times what the longest usual key needs.
const longestId = 1364
const longestKey = 2048

type Site = Pick<Config, 'webauthnRpId' | 'webauthnOrigins'>
type Known = { credentialId: string; transports: string[] }
/** What the browser gave back, of which nothing is sure but the id. */
export type Given = { id: string; [member: string]: unknown }

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
const descriptorsOf = (passkeys: readonly Known[]) =>
  passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports }))

type Owner = {
  challenge: string
  handle: Buffer
  account: { email: string; firstName: string; lastName: string }
  /** Those the account has: their authenticators shall not make another. */
  passkeys: readonly Known[]
}

/** What `navigator.credentials.create` is called with. */
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

/** What `navigator.credentials.get` is called with; no passkeys means any of this site. */
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

/** The new credential, made with user verification for this challenge and site; else undefined. */
export async function readRegistration(site: Site, challenge: string, given: Given) {
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
    // The library throws for whatever is wrong, and for bytes that make no sense at all.
    return undefined
  }
}

/**
 * Attestation is not asked for, so none is looked at: to judge one, the library would fetch
 * revocation lists from addresses that the sender chose.
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

/** What a right answer for this challenge and site shows; undefined for any other. */
export async function readAssertion(
  site: Site,
  challenge: string,
  { credentialId, publicKey }: { credentialId: string; publicKey: Buffer },
  given: Given,
) {
  const { verifyAuthenticationResponse } = await library()
  const response = given as unknown as AuthenticationResponseJSON
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.webauthnOrigins,
      expectedRPID: site.webauthnRpId,
      // The library judges the counter before the signature; we do it after, as anybody can send one.
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: 0 },
      // Without it an answer still counts, as one factor.
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
