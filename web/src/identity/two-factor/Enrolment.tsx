import { twoFactor, type Authenticator } from '@stowage/contract/identity/two-factor'
import type { Reply } from '@stowage/contract/route'
import { useEffect, useRef, type ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { useAction } from '../../app/api.ts'
import { bind, FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { Button } from '../../ui/Button.tsx'
import { Copy } from '../../ui/Copy.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { codeOf, isCodeComplete } from '../sessions/code.ts'

type Props = {
  title: string
  authenticator: Authenticator
  /** Once the code was right. */
  onVerified: (reply: Reply<typeof twoFactor.verify>) => void
  onCancel: () => void
}

/** Ties an authenticator app to the account: scan, or type the key, and prove it with a code. */
export function Enrolment({ title, authenticator, onVerified, onCancel }: Props) {
  const form = useFormOf(twoFactor.verify.body, { token: '' })
  const token = useWatch({ control: form.control, name: 'token' })
  const verify = useAction(twoFactor.verify, { exact: true })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  return (
    <div className="grid gap-5">
      <h3 ref={heading} tabIndex={-1} className="font-medium">
        {title}
      </h3>
      <ol className="grid gap-6">
        <Block number={1} title="Scan this with your authenticator app">
          {/* White in dark mode too: cameras expect dark on light. */}
          <img
            src={authenticator.qrCodeUrl}
            alt="QR code that adds Stowage to an authenticator app"
            width={200}
            height={200}
            className="justify-self-start rounded-control border border-line bg-[#fff] p-2"
          />
        </Block>
        <Block number={2} title="Or type this key into it">
          <ManualKey secret={authenticator.secret} />
        </Block>
        <Block number={3} title="Type the code that the app shows">
          <FormPanel
            form={form}
            submit="Verify"
            submitting="Verifying…"
            saving={verify.isPending}
            error={verify.error}
            fallback="Invalid code, please try again"
            disabled={!isCodeComplete(token)}
            beside={<Button onClick={onCancel}>Cancel</Button>}
            onSubmit={({ token }) =>
              verify.mutate({ body: { token: codeOf(token) } }, { onSuccess: onVerified })
            }
          >
            <PasswordField
              label="6-digit code"
              inputMode="numeric"
              autoComplete="one-time-code"
              hint="It changes every 30 seconds."
              {...bind(form, 'token')}
            />
          </FormPanel>
        </Block>
      </ol>
    </div>
  )
}

type BlockProps = { number: number; title: string; children: ReactNode }

function Block({ number, title, children }: BlockProps) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
      <span
        aria-hidden
        className="grid size-7 place-items-center rounded-full bg-accent-soft text-sm font-medium text-accent-ink"
      >
        {number}
      </span>
      <div className="grid gap-3">
        <p className="pt-0.5 text-sm font-medium">{title}</p>
        {children}
      </div>
    </li>
  )
}

/** In groups of four to read and type; copied without the gaps. */
function ManualKey({ secret }: { secret: string }) {
  const groups = secret.match(/.{1,4}/g) ?? []
  return (
    <div className="flex flex-wrap items-center gap-2">
      <code className="box rounded-control bg-hover px-3 py-2 font-mono text-sm">
        {groups.join(' ')}
      </code>
      <Copy text={secret} />
    </div>
  )
}
