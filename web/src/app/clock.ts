const key = 'stowage.clock'

/** Below this a difference is only the whole seconds of the Date header and the way it travelled. */
const tolerance = 5_000

let skew = Number(globalThis.localStorage?.getItem(key) ?? 0) || 0

/** The server's time in milliseconds, as far as this browser knows it. */
export const now = () => Date.now() + skew

/** A moment of the server's clock as this browser's clock will show it, for people to read. */
export const browserTime = (serverTime: number) => new Date(serverTime - skew)

/**
 * Corrects the clock by the Date header of an answer to what was sent at `sentAt` of this browser's clock; a missing or
 * unreadable one changes nothing. The server wrote it at some time between then and now. That may be hours, because a
 * computer sleeps and wakes before it reads an answer, so a clock that can be right is left as it is.
 */
export function correctClock(dateHeader: string | null, sentAt: number) {
  const server = Date.parse(dateHeader ?? '')
  if (Number.isNaN(server)) return
  const [least, most] = [server - Date.now(), server - sentAt]
  const difference = Math.min(Math.max(skew, least), most)
  const next = Math.abs(difference) < tolerance ? 0 : difference
  if (Math.abs(next - skew) < tolerance) return
  skew = next
  // Kept, because at the next load the expiry is judged before any answer has arrived.
  if (skew === 0) localStorage.removeItem(key)
  else localStorage.setItem(key, String(skew))
}
