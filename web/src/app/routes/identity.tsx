import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { keepMailedToken } from '../../identity/mailed-token.ts'
import { paths } from '../paths.ts'
import { Pending } from '../Root.tsx'
import { searchOf } from '../search.ts'
import { currentUser } from '../session.ts'
import { root } from './root.tsx'

const login = createRoute({
  getParentRoute: () => root,
  path: 'login',
  validateSearch: searchOf(
    z.object({
      verified: z.literal('true').optional(),
      error: z.enum(['invalid-token', 'verification-error']).optional(),
    }),
  ),
  beforeLoad: ({ search }) => {
    if (search.verified && currentUser()) throw redirect({ href: paths.dashboard, replace: true })
  },
  component: lazyRouteComponent(() => import('../../identity/sessions/LoginPage.tsx')),
})
const disconnected = createRoute({
  getParentRoute: () => root,
  path: 'disconnected',
  validateSearch: searchOf(z.object({ reason: z.string().optional() })),
  component: lazyRouteComponent(() => import('../../identity/sessions/DisconnectedPage.tsx')),
})
const register = createRoute({
  getParentRoute: () => root,
  path: 'register',
  component: lazyRouteComponent(() => import('../../identity/accounts/RegisterPage.tsx')),
})
const mailed = searchOf(z.object({ token: z.string().optional() }))
/** A mailed secret leaves the address bar before anything else reads the address. */
const hideToken = (href: string) => {
  return ({ search }: { search: { token?: string | undefined } }) => {
    if (search.token === undefined) return
    keepMailedToken(href, search.token)
    throw redirect({ href, replace: true })
  }
}
const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: 'verify-email',
  validateSearch: mailed,
  beforeLoad: hideToken(paths.verifyEmail),
  component: lazyRouteComponent(() => import('../../identity/accounts/VerifyEmailPage.tsx')),
})
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: 'forgot-password',
  component: lazyRouteComponent(() => import('../../identity/passwords/ForgotPasswordPage.tsx')),
})
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: 'reset-password',
  validateSearch: mailed,
  beforeLoad: hideToken(paths.resetPassword),
  pendingComponent: Pending,
  component: lazyRouteComponent(() => import('../../identity/passwords/ResetPasswordPage.tsx')),
})

/** Signing in and out: one card on a page of its own. */
export const identityRoutes = [
  login,
  disconnected,
  register,
  verifyEmail,
  forgotPassword,
  resetPassword,
]
