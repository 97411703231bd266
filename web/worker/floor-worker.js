/*
 * Keeps the documents and scripts of the floor, which the build names below, so that a page of the floor is opened
 * again without a connection. It keeps no answer of the API. A new version waits until no page of the old one is open.
 */
// oxlint-disable-next-line no-undef -- the build puts the list here
const files = __FILES__
const version = '__VERSION__'
const { scope } = self.registration
const name = `floor ${version} ${scope}`
/** The same for every page of the floor. */
const page = `${scope}?kept`
/** Milliseconds: in a dead spot of the wireless network nobody waits for longer. */
const patience = 4_000

self.addEventListener('install', (event) => {
  const keep = async () => {
    const kept = await caches.open(name)
    await kept.addAll(files)
    const document = await fetch(scope, { cache: 'no-store' })
    if (!document.ok) throw new TypeError('The page of the floor could not be kept')
    await kept.put(page, document)
  }
  event.waitUntil(keep())
})

self.addEventListener('activate', (event) => {
  const forget = async () => {
    const old = (await caches.keys()).filter((one) => one.endsWith(` ${scope}`) && one !== name)
    await Promise.all(old.map((one) => caches.delete(one)))
    await self.clients.claim()
  }
  event.waitUntil(forget())
})

const fromKept = async (address) => (await caches.open(name)).match(address)

async function open(request) {
  const kept = await fromKept(page)
  if (!kept) return fetch(request)
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), patience))
  return Promise.race([fetch(request).catch(() => kept), late])
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(open(request))
  else if (files.includes(pathname))
    event.respondWith(fromKept(pathname).then((kept) => kept ?? fetch(request)))
})
