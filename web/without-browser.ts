/** A storage of its own, which forgets. */
function emptyStorage() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

/** What modules of the application ask a browser for while they load and draw for the first time. */
const standIns = () => ({
  window: { addEventListener() {}, removeEventListener() {} },
  document: { title: '' },
  location: new URL('http://localhost/'),
  matchMedia: () => ({ matches: false, addEventListener() {} }),
  localStorage: emptyStorage(),
  sessionStorage: emptyStorage(),
  // Nearly every browser has passkeys; one that has none takes the button away.
  PublicKeyCredential: function PublicKeyCredential() {},
})

/** Lets Node draw pages: does the work with stand-ins for what a browser offers, which are gone afterwards. */
export async function withoutBrowser<Result>(work: () => Promise<Result>): Promise<Result> {
  const before = Object.entries(standIns()).map(([name, value]) => {
    const known = Object.getOwnPropertyDescriptor(globalThis, name)
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
    return [name, known] as const
  })
  try {
    return await work()
  } finally {
    for (const [name, known] of before) {
      if (known) Object.defineProperty(globalThis, name, known)
      else Reflect.deleteProperty(globalThis, name)
    }
  }
}
