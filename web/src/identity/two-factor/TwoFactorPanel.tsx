import { twoFactor, type Authenticator } from '@stowage/contract/identity/two-factor'
import type { Reply } from '@stowage/contract/route'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useAction } from '../../app/api.ts'
import { me } from '../../app/me.ts'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Enabled } from './Enabled.tsx'
import { Enrolment } from './Enrolment.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { BackupCodes } from './BackupCodes.tsx'

/** Step open below the state. At rest nothing is open. */
type Step =
  | { is: 'rest' }
  | { is: 'setup' | 'change'; authenticator: Authenticator }
  | { is: 'codes'; codes: readonly string[] }

type Saying = { kind: 'ok' | 'warn'; words: string }

/** After a code that made no backup codes. */
const sayings: Record<Reply<typeof twoFactor.verify>['outcome'], Saying | undefined> = {
  enabled: undefined,
  changed: { kind: 'ok', words: 'Authenticator changed successfully' },
  // Ten minutes have passed, or the app was changed elsewhere meanwhile.
  confirmed: {
    kind: 'warn',
    words:
      'That was a code of the app you have been using, and that app still counts. The new one waited too long for its code. Please start the change again.',
  },
}

/** The second factor of the account: setting it up, its backup codes, changing and ending it. */
export function TwoFactorPanel() {
  const isEnabled = useQuery(me).data?.user.twoFactorEnabled ?? false
  const [step, setStep] = useState<Step>({ is: 'rest' })
  const [notice, setNotice] = useState<Saying>()
  const state = useRef<HTMLParagraphElement>(null)
  const last = useRef(step)
  const disable = useAction(twoFactor.disable, { exact: true })

  // What was pressed is gone when something closes.
  useEffect(() => {
    if (step.is === 'rest' && step !== last.current) state.current?.focus()
    last.current = step
  }, [step])

  const go = (next: Step, saying?: Saying) => {
    setNotice(saying)
    setStep(next)
  }
  const rest = (saying?: Saying) => go({ is: 'rest' }, saying)

  return (
    <section aria-labelledby="two-factor" className="grid gap-4">
      <h2 id="two-factor">Two-factor authentication</h2>
      <p className="text-sm text-muted">
        A code from an app on your phone, asked for after your password. Who has only one of the two
        stays outside.
      </p>
      <p ref={state} tabIndex={-1} className="justify-self-start">
        <StateBadge state={isEnabled ? 'ok' : 'none'}>
          {isEnabled ? '2FA is enabled' : '2FA is not enabled'}
        </StateBadge>
      </p>
      <div role="status" className="grid empty:sr-only">
        {notice && <Notice kind={notice.kind}>{notice.words}</Notice>}
      </div>
      {step.is === 'rest' && !isEnabled && (
        <Start onStarted={(authenticator) => go({ is: 'setup', authenticator })} />
      )}
      {step.is === 'rest' && isEnabled && (
        <Enabled
          onReset={(authenticator) => go({ is: 'change', authenticator })}
          onRegenerated={(codes) =>
            go({ is: 'codes', codes }, { kind: 'ok', words: 'Backup codes regenerated' })
          }
          disable={disable}
          onDisable={() => disable.mutate({}, { onSuccess: () => rest() })}
          onBegin={() => {
            setNotice(undefined)
            disable.reset()
          }}
        />
      )}
      {(step.is === 'setup' || step.is === 'change') && (
        <Enrolment
          title={step.is === 'setup' ? 'Set up an authenticator app' : 'Set up the new app'}
          authenticator={step.authenticator}
          onCancel={() => rest()}
          onVerified={({ backupCodes: codes, outcome }) => {
            if (codes) go({ is: 'codes', codes })
            else rest(sayings[outcome])
          }}
        />
      )}
      {step.is === 'codes' && <FreshCodes codes={step.codes} onDone={() => rest()} />}
    </section>
  )
}

function Start({ onStarted }: { onStarted: (authenticator: Authenticator) => void }) {
  const setup = useAction(twoFactor.setup)
  return (
    <>
      <Button
        className="justify-self-start"
        busy={setup.isPending && 'Starting…'}
        onClick={() => setup.mutate({}, { onSuccess: onStarted })}
      >
        Setup 2FA
      </Button>
      {setup.error && <ErrorBox error={setup.error} fallback="Failed to start 2FA setup" />}
    </>
  )
}

/** Codes that were just made: they stay on the screen until somebody says that they are kept. */
function FreshCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [saved, setSaved] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid gap-4">
      <h3 ref={heading} tabIndex={-1} className="font-medium">
        Keep your backup codes
      </h3>
      <p className="text-sm text-muted">
        Each of them signs you in once when your authenticator app is not at hand. Keep them where
        you will find them without your phone.
      </p>
      <BackupCodes codes={codes} />
      <Checkbox
        className="justify-self-start"
        checked={saved}
        onChange={(event) => setSaved(event.target.checked)}
      >
        I saved these codes
      </Checkbox>
      <Button
        look="primary"
        className="justify-self-start"
        why={saved ? undefined : 'Say first that you saved the codes.'}
        onClick={onDone}
      >
        Done
      </Button>
    </div>
  )
}
