/** Responses that `early.js` requested while the application was loading, by address. */
type EarlyReads = { token: string; answers: Map<string, Promise<Response>> }

declare global {
  /** Named anew when its shape changes: a browser may hold the script of a version before for a day. */
  var earlyReads: EarlyReads | undefined
}

/**
 * The answer to this read if it is on its way already, for whoever asks first with the same token; rejects
 * when none arrived.
 */
export function takeEarly(address: string, token: string | null): Promise<Response> | undefined {
  const { earlyReads } = globalThis
  const answer = earlyReads?.answers.get(address)
  if (!answer) return undefined
  earlyReads?.answers.delete(address)
  return earlyReads?.token === token ? answer : undefined
}
