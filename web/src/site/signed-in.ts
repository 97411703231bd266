import { expiryOf, msUntilEnd } from './expiry.ts'

const keys = ['accessToken', 'refreshToken', 'user']

/** The browser refuses longer timers; the next look re-arms it. */
const longestTimer = 2 ** 31 - 1

/** Other tabs read the reason when they notice that the session is gone. */
function forget(reason: 'logout' | 'session-expired') {
  localStorage.setItem('stowage.ended', reason)
  for (const key of keys) localStorage.removeItem(key)
  document.documentElement.dataset['auth'] = 'out'
}

let timer: number | undefined

/** Looks again each time: another tab may have renewed the token while this one slept. */
function arm() {
  clearTimeout(timer)
  const expiresAt = expiryOf(localStorage.getItem('accessToken'))
  if (expiresAt === undefined) return
  const skew = Number(localStorage.getItem('stowage.clock')) || 0
  const wait = msUntilEnd(expiresAt, Date.now() + skew)
  if (wait > 0) timer = window.setTimeout(arm, Math.min(wait, longestTimer))
  else forget('session-expired')
}

/** Ends the session of this browser shortly after its access token expires. */
export function watchExpiry() {
  arm()
  addEventListener('storage', arm)
  addEventListener('pageshow', arm)
}

/** Signs out here at once, and at the server if it can be reached. */
export function signOutOnClick() {
  document.getElementById('sign-out')?.addEventListener('click', () => {
    const accessToken = localStorage.getItem('accessToken') ?? ''
    const refreshToken = localStorage.getItem('refreshToken') ?? undefined
    void fetch('/api/v1/auth/logout', {
      method: 'POST',
      // The request must outlive this page.
      keepalive: true,
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken }),
    }).catch(() => undefined)
    forget('logout')
    location.assign('/')
  })
}
