export const notSupported = 'WebAuthn is not supported in this browser'

/** Known before anything is pressed: where it is false, no passkey is offered or it says why. */
export const isPasskeySupported = () => typeof globalThis.PublicKeyCredential === 'function'
