/** Returns the time an access token expires, in milliseconds; undefined for what is not a token with `exp`. */
export function expiryOf(token: string | null): number | undefined {
  try {
    const payload = (token ?? '').split('.')[1] ?? ''
    const claims: unknown = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')))
    const exp = (claims as { exp?: unknown } | null)?.exp
    return typeof exp === 'number' ? exp * 1000 : undefined
  } catch {
    return undefined
  }
}

/** A session ends 250 ms after its token, or at once when the token is over already. */
export const msUntilEnd = (expiresAt: number, now: number) =>
  expiresAt > now ? expiresAt + 250 - now : 0
