// In the documents of the dashboard and of a workspace: asks who is signed in, with what rights or preferences, while
// the application is on its way. In those of a workspace it keeps the keys of a scanner until they are heard.
;(() => {
  if (/^\/[^/]+\/app(\/|$)/.test(location.pathname)) {
    const keys = []
    const keep = (event) => void (keys.length < 128 && keys.push(event))
    const stop = () => removeEventListener('keydown', keep, true)
    addEventListener('keydown', keep, true)
    globalThis.firstKeys = { keys, stop }
  }
  const [, first] = location.pathname.split('/')
  const isDashboard = first === 'dashboard'
  const stored = (key) => localStorage.getItem(key)
  try {
    if (!isDashboard && stored('tenantPlatformSlug') !== first) return
    const token = stored(isDashboard ? 'accessToken' : 'tenantAccessToken')
    const payload = token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/')
    const now = Date.now() + (Number(stored('stowage.clock')) || 0)
    // A token that would be refused is not used: its refusal would end the session.
    if (JSON.parse(atob(payload)).exp * 1000 < now + 15_000) return
    const me = isDashboard ? '/api/v1/auth/me' : `/api/v1/tenant/${first}/me`
    const answers = new Map()
    for (const address of [me, `${me}/${isDashboard ? 'preferences' : 'permissions'}`]) {
      const answer = fetch(address, {
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(15_000),
      })
      answer.catch(() => {})
      answers.set(address, answer)
    }
    globalThis.earlyReads = { token, answers }
    // Nobody who asks later wants to know how it was.
    setTimeout(() => (globalThis.earlyReads = undefined), 10_000)
  } catch {
    // Nobody is signed in, or storage is blocked or unreadable: the application finds out.
  }
})()
