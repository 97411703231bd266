// Loaded blocking by every document: what must be known before the first paint and the first module.

// Otherwise zod, at its first schema, tries to compile code, which our policy reports as an attack.
globalThis.__zod_globalConfig = { jitless: true }
;(() => {
  const root = document.documentElement
  const stored = (key) => localStorage.getItem(key)

  function signedIn() {
    const payload = stored('accessToken').split('.')[1].replace(/-/g, '+').replace(/_/g, '/')
    const now = Date.now() + (Number(stored('stowage.clock')) || 0)
    return Boolean(JSON.parse(stored('user'))) && JSON.parse(atob(payload)).exp * 1000 > now
  }

  function apply() {
    let theme = 'light'
    let auth = 'out'
    try {
      theme = stored('stowage.theme') || theme
      if (signedIn()) auth = 'in'
    } catch {
      // Storage may be blocked, and whatever it holds may be unreadable: then the visitor is new.
    }
    root.dataset.theme = theme
    root.dataset.auth = auth
  }

  apply()
  addEventListener('storage', apply)
  addEventListener('pageshow', apply)
})()
