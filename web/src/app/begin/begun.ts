/** Answers asked for before the application was there, by their address below the origin. */
type Begun = Map<string, { token: string | null; answer: Promise<Response> }>

declare global {
  var begun: Begun | undefined
}

/**
 * The answer to this read if it is on its way already, for whoever asks first with the same token; rejects
 * when none arrived.
 */
export function takeBegun(address: string, token: string | null): Promise<Response> | undefined {
  const found = globalThis.begun?.get(address)
  globalThis.begun?.delete(address)
  return found?.token === token ? found.answer : undefined
}
