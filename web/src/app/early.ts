/** What `early.js` asked the server for while the application was on its way, by address. */
type Early = { token: string; answers: Map<string, Promise<Response>> }

declare global {
  var early: Early | undefined
}

/**
 * The answer to this read if it is on its way already, for whoever asks first with the same token; rejects
 * when none arrived.
 */
export function takeEarly(address: string, token: string | null): Promise<Response> | undefined {
  const { early } = globalThis
  const answer = early?.answers.get(address)
  if (!answer) return undefined
  early?.answers.delete(address)
  return early?.token === token ? answer : undefined
}
