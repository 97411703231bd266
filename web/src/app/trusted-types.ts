/** The one script without a hash: a browser asks for it again to learn of a new version. */
export const floorWorker = '/floor-worker.js'

type Policies = {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): unknown
}

/**
 * The only policy: workers and scripts may come from our own hashed files, the worker of the floor from its own
 * address, and nothing may turn text into markup or code.
 */
export function installTrustedTypes() {
  const { trustedTypes } = window as { trustedTypes?: Policies }
  trustedTypes?.createPolicy('default', {
    createScriptURL(url) {
      const { origin, pathname } = new URL(url, location.href)
      const isOurs = pathname.startsWith('/assets/') || pathname === floorWorker
      if (origin === location.origin && isOurs) return url
      throw new TypeError(`Refused script address: ${url}`)
    },
  })
}
