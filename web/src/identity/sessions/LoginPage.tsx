import { signInForm } from '@stowage/contract/identity/sessions'
import { getRouteApi, useLocation, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { FormPanel, bind, useFormOf } from '../../parts/FormPanel.tsx'
import { Link } from '../../parts/Link.tsx'
import { lazyPart } from '../../app/lazy-part.ts'
import { paths } from '../../app/paths.ts'
import { rememberedPage } from '../../app/remembered.ts'
import { currentUser } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { AuthCard } from '../AuthCard.tsx'
import { ResendVerification } from '../accounts/ResendVerification.tsx'
import { isPasskeySupported } from '../passkeys/support.ts'
import { useSignIn } from './use-sign-in.ts'

const verified = 'Email verified successfully! You can now sign in.'
const problems = {
  'invalid-token':
    'Invalid or expired verification token. Please request a new verification email.',
  'verification-error': 'There was an error verifying your email. Please try again.',
}

const route = getRouteApi('/login')

const SecondStep = lazyPart(() => import('./SecondStep.tsx'), 'SecondStep')

export default function LoginPage() {
  const search = route.useSearch()
  const router = useRouter()
  const notice = useLocation({ select: (location) => location.state.notice })
  const form = useFormOf(signInForm, { email: '', password: '' })
  const signIn = useSignIn()
  const { demand, saving, error } = signIn

  // The page most likely to come next is fetched while the password is typed.
  useEffect(() => {
    const timer = setTimeout(() => {
      void router.loadRouteChunk(router.routesById['/dashboard'])
      void router.loadRouteChunk(router.routesById['/dashboard/'])
    }, 1_000)
    return () => clearTimeout(timer)
  }, [router])

  const passkeyButton = isPasskeySupported() && (
    <Button
      busy={signIn.isAskingPasskey && 'Waiting for your passkey…'}
      disabled={saving && !signIn.isAskingPasskey}
      onClick={signIn.askForPasskey}
    >
      Use a passkey
    </Button>
  )
  if (demand)
    return (
      <AuthCard title="Two-Factor Authentication">
        <Suspense fallback={<Spinner />}>
          <SecondStep
            demand={demand}
            saving={saving}
            error={error}
            onCode={signIn.sendCode}
            onRestart={signIn.restart}
          >
            {demand.methods.includes('passkey') && passkeyButton}
          </SecondStep>
        </Suspense>
      </AuthCard>
    )
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
      {notice && (
        <Notice kind="ok" live>
          {notice}
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
        saving={saving}
        error={error}
        fallback="Login failed"
        onSubmit={(body) =>
          signIn.sendPassword(body, { onSettled: () => form.resetField('password') })
        }
      >
        <TextField
          label="Email"
          type="email"
          autoComplete="username webauthn"
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
      {passkeyButton}
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
