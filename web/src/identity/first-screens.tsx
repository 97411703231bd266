import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  type RouteComponent,
} from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { queryClient } from '../api.ts'
import { paths } from '../paths.ts'
import RegisterPage from './accounts/RegisterPage.tsx'
import { AuthSkeleton } from './AuthFrame.tsx'
import { keepMailedToken } from './mailed-token.ts'
import ForgotPasswordPage from './passwords/ForgotPasswordPage.tsx'
import ResetPasswordPage from './passwords/ResetPasswordPage.tsx'
import DisconnectedPage from './sessions/DisconnectedPage.tsx'
import LoginPage from './sessions/LoginPage.tsx'

/*
 * What the pages around signing in show until their scripts have come; the build, which is no browser,
 * writes it into their documents.
 */
const pages: Record<string, RouteComponent> = {
  [paths.login]: LoginPage,
  '/disconnected': DisconnectedPage,
  [paths.register]: RegisterPage,
  // What is said there depends on the mailed link.
  [paths.verifyEmail]: () => <AuthSkeleton heading="Verify your email address" fields={0} />,
  [paths.forgotPassword]: ForgotPasswordPage,
  [paths.resetPassword]: ResetPasswordPage,
}

/**
 * The page of this address as somebody finds it who has just come, as HTML; undefined when there is
 * none. Its fields and buttons are disabled, because nothing would answer them yet.
 */
export async function drawFirst(address: string): Promise<string | undefined> {
  const component = pages[address]
  if (!component) return undefined
  // Who opens the page has followed a mailed link.
  keepMailedToken(paths.resetPassword, 'mailed')
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: address, component })
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: [address] }),
    isServer: true,
  })
  await router.load()
  return renderToStaticMarkup(
    <fieldset disabled className="contents">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </fieldset>,
  )
}
