/** What `early.js` asked the server for while the application was on its way: who is signed in. */
type Early = { address: string; token: string; answer: Promise<Response> }

declare global {
  var early: Early | undefined
}

/**
 * The answer to this read if it is on its way already, for whoever asks first with the same token; rejects
 * when none arrived.
 */
export function takeEarly(address: string, token: string | null): Promise<Response> | undefined {
  const early = globalThis.early
  if (early?.address !== address) return undefined
  globalThis.early = undefined
  return early.token === token ? early.answer : undefined
}
