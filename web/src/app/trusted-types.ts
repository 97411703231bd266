type Policies = {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): unknown
}

/**
 * The only policy: workers and scripts may come from our own hashed files, and nothing may turn
 * text into markup or code.
 */
export function installTrustedTypes() {
  const { trustedTypes } = window as { trustedTypes?: Policies }
  trustedTypes?.createPolicy('default', {
    createScriptURL(url) {
      const { origin, pathname } = new URL(url, location.href)
      if (origin === location.origin && pathname.startsWith('/assets/')) return url
      throw new TypeError(`Refused script address: ${url}`)
    },
  })
}
