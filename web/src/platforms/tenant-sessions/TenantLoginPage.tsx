import { signInForm, type SecondFactorDemand } from '@stowage/contract/identity/sessions'
import { tenantSessions, type MemberSignedIn } from '@stowage/contract/platforms/tenant-sessions'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { z } from 'zod'
import { lazyPart } from '../../app/lazy-part.ts'
import { useAction } from '../../app/api.ts'
import { mailedToken } from '../../identity/mailed-token.ts'
import { sayCodesLeft } from '../../identity/sessions/codes-left.ts'
import { bind, FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { Link } from '../../parts/Link.tsx'
import { Heading, useTitle } from '../../parts/Page.tsx'
import { paths } from '../../app/paths.ts'
import {
  currentTenantUser,
  deviceHeader,
  storeDeviceToken,
  storeTenant,
  tenantSlug,
  tenantTokens,
} from '../../app/session.ts'
import { Notice } from '../../ui/Notice.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { PlatformLogo } from '../directory/PlatformLogo.tsx'
import { initials } from './initials.ts'
import { endAtServer } from './sign-out.ts'

const route = getRouteApi('/$platform/')

type Body = z.input<typeof tenantSessions.login.body>

export default function TenantLoginPage() {
  const slug = route.useParams({ select: (params) => params.platform })
  const { name, logoUrl } = route.useLoaderData()
  useTitle(`${name} - Login`)
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-[432px] content-center gap-6 px-4 py-10">
      <div className="card grid gap-5 p-6">
        <div className="grid gap-4">
          <PlatformLogo
            url={logoUrl}
            fallback={
              <span
                aria-hidden
                className="grid size-12 place-items-center rounded-control bg-accent-soft font-semibold text-accent-ink"
              >
                {initials(slug)}
              </span>
            }
          />
          <div className="grid gap-1">
            <Heading className="wrap-anywhere">{`Welcome to ${slug.toUpperCase()}`}</Heading>
            <p className="wrap-anywhere text-muted">
              {`Sign in to continue to your ${slug} workspace.`}
            </p>
          </div>
        </div>
        <Entry slug={slug} />
      </div>
    </main>
  )
}

const Recovery = lazyPart(() => import('../tenant-passwords/Recovery.tsx'), 'Recovery')
const AcceptInvitation = lazyPart(
  () => import('../invitations/AcceptInvitation.tsx'),
  'AcceptInvitation',
)

type Step = 'sign-in' | 'invite' | 'forgot' | 'reset'

function firstStep(slug: string): Step {
  if (mailedToken(paths.tenantInvite(slug)) !== undefined) return 'invite'
  return mailedToken(paths.tenantReset(slug)) === undefined ? 'sign-in' : 'reset'
}

/** Signing in, or in its place an invitation, or what helps whoever has forgotten the password. */
function Entry({ slug }: { slug: string }) {
  const [step, setStep] = useState(() => firstStep(slug))
  const [notice, setNotice] = useState<{ message: string; email?: string }>()
  if (step === 'sign-in')
    return (
      <>
        <OtherSession slug={slug} />
        {notice && (
          <Notice kind="ok" live>
            <p className="wrap-anywhere">{notice.message}</p>
          </Notice>
        )}
        <SignIn slug={slug} email={notice?.email} onForgot={() => setStep('forgot')} />
      </>
    )
  return (
    <Suspense fallback={<Spinner />}>
      {step === 'invite' ? (
        <AcceptInvitation
          slug={slug}
          token={mailedToken(paths.tenantInvite(slug)) ?? ''}
          onJoined={(joined) => {
            setNotice(joined)
            setStep('sign-in')
          }}
          onLeave={() => setStep('sign-in')}
        />
      ) : (
        <Recovery
          slug={slug}
          step={step}
          onStep={setStep}
          onDone={(message) => {
            setNotice(message === undefined ? undefined : { message })
            setStep('sign-in')
          }}
        />
      )}
    </Suspense>
  )
}

const SecondStep = lazyPart(() => import('../../identity/sessions/SecondStep.tsx'), 'SecondStep')

type SignInProps = { slug: string; email?: string | undefined; onForgot: () => void }

function SignIn({ slug, email = '', onForgot }: SignInProps) {
  const fields = useFormOf(signInForm, { email, password: '' })
  const login = useAction(tenantSessions.login, {
    headers: () => deviceHeader(slug),
  })
  const arrive = useArrival(slug)
  /** Known to this page alone: a reload begins with the password again. */
  const [demand, setDemand] = useState<SecondFactorDemand>()
  const send = (body: Body) =>
    login.mutate(
      { params: { slug }, body },
      {
        onSettled: () => fields.resetField('password'),
        onSuccess: (reply) => {
          if ('requiresTwoFactor' in reply) setDemand(reply)
          else arrive(reply)
        },
        // Its message is shown where one begins again.
        onError: ({ code }) => {
          if (code === 'login_challenge_expired') setDemand(undefined)
        },
      },
    )
  if (demand)
    return (
      <>
        <h2>Two-Factor Authentication</h2>
        <Suspense fallback={<Spinner />}>
          <SecondStep
            demand={demand}
            saving={login.isPending}
            error={login.error}
            onCode={(twoFactorToken) => send({ tempToken: demand.tempToken, twoFactorToken })}
            onRestart={() => {
              login.reset()
              setDemand(undefined)
            }}
          />
        </Suspense>
      </>
    )
  return (
    <FormPanel
      form={fields}
      submit="Sign In"
      submitting="Signing in…"
      wide
      saving={login.isPending}
      error={login.error}
      fallback="Login failed"
      onSubmit={send}
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        spellCheck={false}
        required
        autoFocus={email === ''}
        {...bind(fields, 'email')}
      />
      <div className="grid gap-1.5">
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          autoFocus={email !== ''}
          {...bind(fields, 'password')}
        />
        <button type="button" className="link justify-self-end text-sm" onClick={onForgot}>
          Forgot password?
        </button>
      </div>
    </FormPanel>
  )
}

/** Keeps the new session, instead of the one before, and opens the workspace. */
function useArrival(slug: string) {
  const router = useRouter()
  const queries = useQueryClient()
  return (reply: MemberSignedIn) => {
    // One workspace session per browser: the one before is really over now.
    endAtServer({ slug: tenantSlug() ?? '', ...tenantTokens() })
    // What another member has loaded in this tab is not this one's.
    queries.removeQueries({ queryKey: [tenantSessions.me.path] })
    const platformSlug = reply.user.platformSlug || slug
    storeTenant({ ...reply, user: { ...reply.user, platformSlug } })
    storeDeviceToken(reply.deviceToken, slug)
    void sayCodesLeft(reply.backupCodesRemaining)
    void router.navigate({ href: paths.workspace(platformSlug) })
  }
}

/** Who is signed in already: here, or in another workspace whose session would end. */
function OtherSession({ slug }: { slug: string }) {
  const [member] = useState(currentTenantUser)
  const [other] = useState(tenantSlug)
  if (!member || !other) return null
  if (other === slug)
    return (
      <Notice kind="info">
        <p className="wrap-anywhere">{`${member.email} uses this workspace now.`}</p>
        <p>
          <Link href={paths.workspace(slug)} className="link">
            Open the workspace
          </Link>
        </p>
      </Notice>
    )
  return (
    <Notice kind="warn">
      <p className="wrap-anywhere">
        {`${member.email} uses the workspace ${other} in this browser. That session ends when you sign in here.`}
      </p>
    </Notice>
  )
}
