import type { resolve } from '@stowage/contract/platforms/resolve'
import type { Reply } from '@stowage/contract/route'
import { now } from '../clock.ts'
import { initials } from '../../platforms/tenant-sessions/initials.ts'
import { expiryOf } from '../../site/expiry.ts'
import type {} from './begun.ts'
import { rightsIn, rightsKey } from './last-rights.ts'
import { marks } from './marks.ts'

/*
 * The first script of the application's documents, by itself and small. It shows the page that the build has
 * drawn, asks for what the page will want to know, and lets the application come after the first paint.
 */
const { app = '', reads = '', lists = '', needs } = document.currentScript?.dataset ?? {}
const root = document.getElementById('root')
const picture = document.querySelector<HTMLTemplateElement>('template[data-for]')
const [, slug = ''] = location.pathname.split('/')
const patience = 15_000
/** Nobody who asks later wants to know how it was. */
const staleAfter = 10_000
/** What takes less needs nothing that says it is under way. */
const spinsAfter = 200
/** A paint that has not come by then is not waited for. */
const latest = 800

/** Storage may be blocked: then nobody is known. */
function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

type Known = Partial<Record<'id' | 'firstName' | 'lastName' | 'email', string>> & {
  emailVerified?: boolean
  mustChangePassword?: boolean
}

/** What another version of the product may have stored, if it can be read at all. */
function parsed<Value>(text: string | undefined | null): Value | undefined {
  try {
    return (JSON.parse(text ?? 'null') as Value | null) ?? undefined
  } catch {
    return undefined
  }
}

/** A token that would be refused is not used: its refusal would end the session. */
const lives = (token: string) => (expiryOf(token) ?? 0) > now() + patience

const isHere = stored('tenantPlatformSlug') === slug
const member = isHere ? parsed<Known>(stored('tenantUser')) : undefined
const operator = parsed<Known>(stored('user'))

function tokenFor(address: string): string | null | undefined {
  if (address.includes('/resolve/')) return null
  const isOfMember = address.startsWith('/api/v1/tenant/')
  const token = stored(isOfMember ? 'tenantAccessToken' : 'accessToken')
  return token && lives(token) && (isHere || !isOfMember) ? token : undefined
}

const begun: NonNullable<typeof globalThis.begun> = new Map()

function ask(address: string) {
  const token = tokenFor(address)
  if (token === undefined) return
  const answer = fetch(address, {
    ...(token && { headers: { authorization: `Bearer ${token}` } }),
    signal: AbortSignal.timeout(patience),
  })
  answer.catch(() => {})
  begun.set(address, { token, answer })
}

const own = (text: string) => text.replaceAll(marks.slug, encodeURIComponent(slug))
// What a list holds depends on the filter in its address and on the warehouse chosen last.
const isPlain = location.search === '' && stored('stowage.warehouse') === null
const held = rightsIn(stored(rightsKey), slug, member?.id)
const isRefused = needs !== undefined && held?.includes(needs) === false
for (const address of own(isPlain && !isRefused ? `${reads} ${lists}` : reads).split(' '))
  if (address) ask(address)
globalThis.begun = begun
setTimeout(() => begun.clear(), staleAfter)

/** Puts in what the build could not know. */
function fill(picture: DocumentFragment, { firstName = '', lastName = '', email = '' }: Known) {
  const first = (name: string) => [...name][0] ?? ''
  const words = (text: string) => {
    if (text === marks.initials) return initials(slug)
    if (text === marks.firstName + marks.lastName)
      return (first(firstName) + first(lastName)).toUpperCase()
    return text
      .replaceAll(marks.slug, slug)
      .replaceAll(marks.slug.toUpperCase(), slug.toUpperCase())
      .replaceAll(marks.firstName, firstName)
      .replaceAll(marks.lastName, lastName)
      .replaceAll(marks.email, email)
  }
  const texts = document.createTreeWalker(picture, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) texts.currentNode.nodeValue = words(texts.currentNode.nodeValue ?? '')
  for (const link of picture.querySelectorAll('[href]'))
    link.setAttribute('href', own(link.getAttribute('href') ?? ''))
  for (const named of picture.querySelectorAll<HTMLElement>('[title]'))
    named.title = words(named.title)
  return picture
}

const isWide = matchMedia('(min-width: 1024px)').matches
const isNarrowed = (key: string) => isWide && stored(key) === 'narrow'

/** Who is to be named on the page; undefined when what was drawn is not what this person will see. */
async function known(): Promise<Known | undefined> {
  const whose = picture?.dataset['for']
  if (whose === 'anyone') return (await isPlatform()) ? {} : undefined
  if (whose === 'member')
    return isNarrowed('stowage.rail') || member?.mustChangePassword ? undefined : member
  const isIn = document.documentElement.dataset['auth'] === 'in'
  if (whose !== 'operator' || !isIn || isNarrowed('stowage.sidebar')) return undefined
  // Where there is room for it, the rail says more to whoever has not confirmed the address.
  return operator?.firstName && (operator.emailVerified || !isWide) ? operator : undefined
}

/** Whether this is the sign-in page of a platform that nobody has a mail or a session for. */
async function isPlatform(): Promise<boolean> {
  if (location.search !== '' || stored('tenantUser') !== null) return false
  const answer = await begun.get(own(`/api/v1/platforms/resolve/${marks.slug}`))?.answer
  if (!answer?.ok) return false
  const { platform } = (await answer.clone().json()) as Reply<typeof resolve>
  return platform.slug === slug && !platform.hasLogo
}

const drawn = known().then(
  (person) => {
    // The page itself may have come first.
    if (!person || !picture?.isConnected || !root) return
    root.append(fill(picture.content, person))
    const spinner = root.querySelector<HTMLElement>('[data-late]')
    if (spinner) setTimeout(() => (spinner.hidden = false), spinsAfter)
  },
  () => {},
)

/** After the paint, so that it does not wait for the application; a page in the background paints nothing. */
const painted = drawn.then(
  () => new Promise<void>((go) => requestAnimationFrame(() => setTimeout(go))),
)
const late = new Promise((go) => setTimeout(go, document.hidden ? 0 : latest))
void Promise.race([painted, late]).then(() => import(/* @vite-ignore */ app))
