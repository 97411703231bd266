import { isFloorPage } from './workspace-page.ts'
import type { EndReason } from './session.ts'

const e = encodeURIComponent

export const changePasswordHash = 'change-password'

/** Every address of the product. Links are built here or they are bugs. */
export const paths = {
  home: '/',
  features: '/features',
  benefits: '/benefits',
  pricing: '/pricing',
  about: '/about',
  privacy: '/privacy',
  terms: '/terms',
  cookies: '/cookies',
  contact: '#contact',
  login: '/login',
  verifiedLogin: '/login?verified=true',
  failedVerification: (error: 'invalid-token' | 'verification-error') => `/login?error=${error}`,
  register: '/register',
  verifyEmail: '/verify-email',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  disconnected: (reason: EndReason) => `/disconnected?reason=${reason}`,
  dashboard: '/dashboard',
  platforms: '/dashboard/platforms',
  newPlatform: '/dashboard/platforms/new',
  platform: (id: string) => `/dashboard/platforms/${e(id)}`,
  users: '/dashboard/users',
  analytics: '/dashboard/analytics',
  notifications: '/dashboard/notifications',
  billing: '/dashboard/billing',
  settings: '/dashboard/settings',
  settingsTab: (tab: string) => `/dashboard/settings?tab=${e(tab)}`,
  tenantLogin: (slug: string) => `/${e(slug)}`,
  /** The form of the sign-in page that the reset link in a mail opens. */
  tenantReset: (slug: string) => `/${e(slug)}?reset`,
  tenantInvite: (slug: string) => `/${e(slug)}?invite`,
  workspace: (slug: string) => `/${e(slug)}/app`,
  workspaceTeam: (slug: string) => `/${e(slug)}/app/team`,
  workspaceNotifications: (slug: string) => `/${e(slug)}/app/notifications`,
  workspaceSettings: (slug: string) => `/${e(slug)}/app/settings`,
  /** The part of the settings where the password is changed. */
  workspacePassword: (slug: string) => `/${e(slug)}/app/settings#${changePasswordHash}`,
  /** The short address of the same settings. */
  tenantSettings: (slug: string) => `/${e(slug)}/settings`,
}

/** The address of a platform for people outside: origin and slug. */
export const publicUrl = (slug: string) => `${location.origin}/${slug}`

/** Returns the address at which programs call the API of a platform. */
export const apiUrl = (slug: string) => `${location.origin}/api/v1/tenant/${slug}`

const operatorPages = new Set([
  paths.login,
  paths.register,
  paths.forgotPassword,
  paths.resetPassword,
  paths.verifyEmail,
  '/disconnected',
])
/** The public pages, each a document of its own. */
export const sitePages = [
  paths.home,
  paths.features,
  paths.benefits,
  paths.pricing,
  paths.about,
  paths.privacy,
  paths.terms,
  paths.cookies,
]
const site = new Set(sitePages)

/**
 * The part of the product an address belongs to. Between parts a link is a full document load, so
 * that nothing of one session stays in the memory of another.
 */
export function areaOf(pathname: string): string {
  if (site.has(pathname)) return 'site'
  if (operatorPages.has(pathname) || isDashboard(pathname)) return 'operator'
  const slug = pathname.split('/')[1] ?? ''
  return `${isFloorPage(pathname) ? 'floor' : 'workspace'}:${slug}`
}

export const isDashboard = (pathname: string) => pathname.startsWith('/dashboard')
const isWorkspace = (pathname: string) => /^\/[^/]+\/app(?:\/|$)/.test(pathname)

/** Returns the first page of the part of the product that an address belongs to. */
export function homeOf(pathname: string): string {
  if (isDashboard(pathname)) return paths.dashboard
  return isWorkspace(pathname) ? paths.workspace(pathname.split('/')[1] ?? '') : paths.home
}

/** Pages that cannot stay open once their session is no longer accepted. */
export const needsSession = (pathname: string) => isDashboard(pathname) || isWorkspace(pathname)
