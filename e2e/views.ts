import type { Page } from '@playwright/test'
import type { SampleAccount } from './sample-account.ts'
import { openAccount } from './lists.ts'
import { typeCredentials, type Person } from './people.ts'

/** A page or dialog to look at: its address, and what opens it there. */
export type View = {
  name: string
  path: string
  open?: (page: Page) => Promise<unknown>
  /** Only where the screen is narrow. */
  narrow?: true
}

const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click()
const openHelp = async (page: Page) => {
  await openAccount(page)
  await press('Help and shortcuts')(page)
}
const keys = (combination: string) => (page: Page) => page.keyboard.press(combination)
const secondStep = (person: Person) => async (page: Page) => {
  await typeCredentials(page, person)
  await page.getByLabel('Code', { exact: true }).waitFor()
}
const token = 'A'.repeat(43)

/** Returns the views of a visitor. */
export const visitorViews = ({ platform: { slug }, secured }: SampleAccount): View[] => [
  { name: 'landing', path: '/' },
  { name: 'landing-menu', path: '/', open: press('Menu'), narrow: true },
  { name: 'landing-demo', path: '/', open: press('Watch Demo') },
  { name: 'features', path: '/features' },
  { name: 'benefits', path: '/benefits' },
  { name: 'pricing', path: '/pricing' },
  { name: 'about', path: '/about' },
  { name: 'about-positions', path: '/about', open: press('View Open Positions') },
  { name: 'privacy', path: '/privacy' },
  { name: 'terms', path: '/terms' },
  { name: 'cookies', path: '/cookies' },
  { name: 'no-workspace', path: '/no-such-workspace' },
  { name: 'login', path: '/login' },
  { name: 'login-invalid-token', path: '/login?error=invalid-token' },
  { name: 'login-second-step', path: '/login', open: secondStep(secured) },
  { name: 'register', path: '/register' },
  { name: 'register-errors', path: '/register', open: press('Create account') },
  { name: 'verify-email', path: `/verify-email?token=${token}` },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'reset-password', path: `/reset-password?token=${token}` },
  { name: 'disconnected', path: '/disconnected?reason=session-expired' },
  { name: 'tenant-login', path: `/${slug}` },
  { name: 'tenant-forgot', path: `/${slug}`, open: press('Forgot password?') },
]

/** Returns the views of an operator. */
export const operatorViews = ({ platform: { id } }: SampleAccount): View[] => {
  const manage = `/dashboard/platforms/${id}`
  const settings = (tab: string) => `/dashboard/settings?tab=${tab}`
  return [
    { name: 'dashboard', path: '/dashboard' },
    { name: 'dashboard-menu', path: '/dashboard', open: press('Menu'), narrow: true },
    { name: 'dashboard-palette', path: '/dashboard', open: keys('ControlOrMeta+k') },
    { name: 'dashboard-help', path: '/dashboard', open: press('Help and shortcuts') },
    { name: 'dashboard-nowhere', path: '/dashboard/nowhere' },
    { name: 'platforms', path: '/dashboard/platforms' },
    { name: 'platforms-filter', path: '/dashboard/platforms', open: press('Filter') },
    { name: 'platforms-no-match', path: '/dashboard/platforms?q=zebra' },
    { name: 'platform-create', path: '/dashboard/platforms/new', open: askForName },
    { name: 'platform-manage', path: manage, open: showUsers },
    { name: 'platform-delete', path: manage, open: press('Delete platform') },
    { name: 'users', path: '/dashboard/users' },
    { name: 'analytics', path: '/dashboard/analytics' },
    { name: 'analytics-event', path: '/dashboard/analytics', open: press('More') },
    { name: 'analytics-empty', path: '/dashboard/analytics?action=NOTHING' },
    { name: 'notifications', path: '/dashboard/notifications' },
    { name: 'billing', path: '/dashboard/billing' },
    { name: 'settings-profile', path: settings('profile') },
    { name: 'settings-delete', path: settings('profile'), open: press('Delete my account') },
    { name: 'settings-security', path: settings('security') },
    { name: 'settings-two-factor', path: settings('security'), open: press('Setup 2FA') },
    { name: 'settings-notifications', path: settings('notifications') },
    { name: 'settings-preferences', path: settings('preferences') },
    { name: 'settings-appearance', path: settings('appearance') },
  ]
}

async function askForName(page: Page) {
  await page.getByPlaceholder('e.g. acme').fill('Lighthouse Lamps')
  await page.getByPlaceholder('e.g. acme').blur()
  await page.getByText('Available', { exact: true }).waitFor()
}

async function showUsers(page: Page) {
  await page.getByRole('heading', { name: 'User Management' }).waitFor()
}

/** Returns the views of a member of a platform. */
export const memberViews = ({ platform: { slug } }: SampleAccount): View[] => [
  { name: 'workspace', path: `/${slug}/app` },
  { name: 'workspace-help', path: `/${slug}/app`, open: openHelp },
  { name: 'workspace-team', path: `/${slug}/app/team` },
  { name: 'workspace-notifications', path: `/${slug}/app/notifications` },
  { name: 'workspace-settings', path: `/${slug}/app/settings` },
  { name: 'workspace-nowhere', path: `/${slug}/app/nowhere` },
]

/** One thing of each kind to look at, by the name it has in an address. */
export type Examples = Record<string, string | undefined>

/** Not seen: no file is imported in the example data, and the last two are looked at as a member. */
const unseen = new Set(['imports/$importId', 'team', 'notifications'])

/** Returns the pages of all nouns, where `$` begins a part that varies. */
export async function workspacePages(): Promise<string[]> {
  // Named in a variable, or the types of the whole web would be checked with those of the journeys.
  const list: string = '../web/src/workspace/nouns.ts'
  const { nouns } = (await import(list)) as { nouns: readonly { pages: readonly string[] }[] }
  return nouns.flatMap((noun) => noun.pages)
}

/** Every page of every noun of a workspace with example data. */
export async function workspaceViews(slug: string, examples: Examples): Promise<View[]> {
  const pages = (await workspacePages()).filter((page) => !unseen.has(page))
  const tabs = ['settings?tab=warehouse', 'settings?tab=verification']
  return [...pages, ...tabs].map((page) => {
    const path = page.replace(/\$(\w+)/g, (_, name: string) => {
      const example = examples[name]
      if (!example) throw new Error(`There is no example for ${page}: add it to loadExample`)
      return example
    })
    return {
      name: `warehouse-${page.replaceAll(/\W+/g, '-') || 'home'}`,
      path: page === '' ? `/${slug}/app` : `/${slug}/app/${path}`,
    }
  })
}
