import { sessions, credentials } from '@stowage/contract/identity/sessions'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useAction } from '../../api.ts'
import { me } from '../../me.ts'
import { FormPanel, bind, useFormOf } from '../../parts/FormPanel.tsx'
import { Link } from '../../parts/Link.tsx'
import { paths } from '../../paths.ts'
import { rememberedPage, takeRememberedPage } from '../../remembered.ts'
import { currentUser, deviceHeader, storeDeviceToken, storeOperator } from '../../session.ts'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { AuthCard } from '../AuthCard.tsx'
import { ResendVerification } from '../accounts/ResendVerification.tsx'

const verified = 'Email verified successfully! You can now sign in.'
const problems = {
  'invalid-token':
    'Invalid or expired verification token. Please request a new verification email.',
  'verification-error': 'There was an error verifying your email. Please try again.',
}

const route = getRouteApi('/login')

export default function LoginPage() {
  const search = route.useSearch()
  const router = useRouter()
  const queries = useQueryClient()
  const said = useLocation({ select: (location) => location.state.said })
  const form = useFormOf(credentials, { email: '', password: '' })
  const login = useAction(sessions.login, { headers: deviceHeader })

  // The page most likely to come next is fetched while the password is typed.
  useEffect(() => {
    const timer = setTimeout(() => {
      void router.loadRouteChunk(router.routesById['/dashboard'])
      void router.loadRouteChunk(router.routesById['/dashboard/'])
    }, 1_000)
    return () => clearTimeout(timer)
  }, [router])

  return (
    <AuthCard
      title="Sign in"
      heading="Welcome back"
      foot={
        <>
          No account yet?{' '}
          <Link href={paths.register} className="link">
            Sign up
          </Link>
        </>
      }
    >
      {search.verified && (
        <Notice kind="ok" live>
          {verified}
        </Notice>
      )}
      {said && (
        <Notice kind="ok" live>
          {said}
        </Notice>
      )}
      {search.error && <ErrorBox error={problems[search.error]} />}
      {search.error === 'invalid-token' && <ResendVerification form={form} />}
      <Standing />
      <FormPanel
        form={form}
        submit="Sign In"
        submitting="Signing in…"
        wide
        saving={login.isPending}
        error={login.error}
        fallback="Login failed"
        onSubmit={(body) =>
          login.mutate(
            { body },
            {
              onError: () => form.resetField('password'),
              onSuccess: (reply) => {
                // What another account has loaded in this tab is not this one's.
                queries.removeQueries()
                queries.setQueryData(me.queryKey, { user: reply.user })
                storeOperator(reply)
                storeDeviceToken(reply.deviceToken)
                void router.navigate({
                  href: takeRememberedPage(reply.user.id) ?? paths.dashboard,
                })
              },
            },
          )
        }
      >
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          spellCheck={false}
          autoFocus
          {...bind(form, 'email')}
        />
        <div className="grid gap-1.5">
          <PasswordField
            label="Password"
            autoComplete="current-password"
            {...bind(form, 'password')}
          />
          <Link href={paths.forgotPassword} className="link justify-self-end text-sm">
            Forgot password?
          </Link>
        </div>
      </FormPanel>
    </AuthCard>
  )
}

/** Who is signed in already, or why the page one wanted did not open. */
function Standing() {
  const [user] = useState(currentUser)
  const [page] = useState(rememberedPage)
  if (page?.why === 'unreachable')
    return (
      <Notice kind="warn">
        <p>We could not reach the server.</p>
        <p>
          <a href={page.path} className="link">
            Go back and try again
          </a>
        </p>
      </Notice>
    )
  if (!user) return null
  return (
    <Notice kind="info">
      <p>{`${user.firstName} ${user.lastName} (${user.email}) uses this browser now.`}</p>
      <p>
        <Link href={paths.dashboard} className="link">
          Open the dashboard
        </Link>
      </p>
    </Notice>
  )
}
