import { tenantPasswords } from '@stowage/contract/platforms/tenant-passwords'
import { useEffect, useRef, type ReactNode } from 'react'
import { useAction } from '../../app/api.ts'
import { forgetMailedToken } from '../../identity/mailed-token.ts'
import { ForgotForm } from '../../identity/passwords/ForgotForm.tsx'
import { ResetForm, resetDone } from '../../identity/passwords/ResetForm.tsx'
import { paths } from '../../app/paths.ts'
import { Notice } from '../../ui/Notice.tsx'

const pause = 3_000

type Props = {
  slug: string
  /** A reset link was opened, or one is asked for. */
  step: 'forgot' | 'reset'
  onStep: (step: 'forgot' | 'reset') => void
  /** Back to signing in, with what is to be said there. */
  onDone: (notice?: string) => void
}

/** A forgotten password of a member, in the place of the sign-in form. */
export function Recovery({ slug, step, onStep, onDone }: Props) {
  const params = { slug }
  const tokenPath = paths.tenantReset(slug)
  const forgot = useAction(tenantPasswords.forgot)
  const reset = useAction(tenantPasswords.reset)
  const leave = () => {
    forgetMailedToken(tokenPath)
    onDone()
  }
  if (step === 'forgot')
    return (
      <>
        <h2>Forgot your password?</h2>
        <ForgotForm send={forgot} callOf={(body) => ({ params, body })} />
        <Foot>
          <Way onClick={leave}>Back to Login</Way>
        </Foot>
      </>
    )
  if (reset.isSuccess) return <Done onDone={onDone} />
  return (
    <>
      <h2>Set a new password</h2>
      <ResetForm tokenPath={tokenPath} reset={reset} callOf={(body) => ({ params, body })} />
      <Foot>
        <Way
          onClick={() => {
            forgetMailedToken(tokenPath)
            onStep('forgot')
          }}
        >
          Request a new link
        </Way>
        <Way onClick={leave}>Back to Login</Way>
      </Foot>
    </>
  )
}

/** Leads back to signing in by itself after three seconds, where it is said once more. */
function Done({ onDone }: { onDone: (notice: string) => void }) {
  const box = useRef<HTMLDivElement>(null)
  const done = useRef(onDone)
  useEffect(() => {
    box.current?.focus()
    const timer = setTimeout(() => done.current(resetDone), pause)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Notice ref={box} kind="ok" live>
      <p>{resetDone}</p>
      <p>
        <Way onClick={() => onDone(resetDone)}>Continue now</Way>
      </p>
    </Notice>
  )
}

const Foot = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap justify-center gap-x-6 gap-y-2 text-sm">{children}</div>
)

function Way({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className="link" onClick={onClick}>
      {children}
    </button>
  )
}
