import { proofMethods } from '@stowage/contract/proof'
import { sessions } from '@stowage/contract/identity/sessions'
import { tenantSessions } from '@stowage/contract/platforms/tenant-sessions'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { send } from '../../app/api.ts'
import { workspacePage } from '../../app/workspace-page.ts'
import { bind, FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { useTenantUser, useUser } from '../../app/session.ts'
import { cancelStepUp, confirmStepUp } from '../../app/step-up.ts'
import { ApiError } from '../../app/transport.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { isPasskeySupported, notSupported } from '../passkeys/support.ts'
import { codeOf, isCodeComplete } from './code.ts'
import { SecondFactorField } from './SecondFactorField.tsx'

const offered = z.object({ methods: z.array(proofMethods) }).catch({ methods: ['password'] })
const schema = z.object({ proof: z.string().min(1, 'Enter your password') })

type Proof = { password: string } | { token: string }

/** In a workspace the session of the member is confirmed, elsewhere that of the operator. */
function openWorkspace(): string | undefined {
  const { pathname } = location
  return workspacePage(pathname) === undefined ? undefined : pathname.split('/')[1]
}

const wrong: readonly string[] = ['invalid_password', 'invalid_code']

/** Asks whether it is still the owner of the account; the refused call goes on afterwards. */
export function StepUp({ refusal }: { refusal: ApiError }) {
  const { methods } = offered.parse(refusal.body)
  const takesCode = methods.includes('totp') || methods.includes('backup_code')
  const [operator, member] = [useUser(), useTenantUser()]
  const slug = openWorkspace()
  const email = (slug === undefined ? operator : member)?.email ?? ''
  const form = useFormOf(schema, { proof: '' })
  const typed = useWatch({ control: form.control, name: 'proof' })
  const give = useMutation<unknown, ApiError, Proof>({
    mutationFn: (body) =>
      slug === undefined
        ? send(sessions.reauthenticate, { body })
        : send(tenantSessions.reauthenticate, { params: { slug }, body }),
  })
  const passkey = useMutation<void, Error>({
    mutationFn: async () => {
      const { confirmWithPasskey } = await import('../passkeys/confirm.ts').catch(() => {
        throw new ApiError(0)
      })
      await confirmWithPasskey()
    },
    onSuccess: confirmStepUp,
  })

  useEffect(() => {
    if (give.error && wrong.includes(give.error.code))
      form.setFocus('proof', { shouldSelect: true })
  }, [give.error, form])

  return (
    <Dialog title="Confirm it is you" onClose={cancelStepUp}>
      <div className="grid gap-5">
        <p>
          What comes next matters for the security of your account, so we ask once more who is
          there. It then goes on by itself.
        </p>
        <FormPanel
          form={form}
          submit="Confirm"
          submitting="Confirming…"
          disabled={takesCode && !isCodeComplete(typed)}
          saving={give.isPending || passkey.isPending}
          error={passkey.error ?? give.error}
          fallback="Confirmation failed"
          onSubmit={({ proof }) => {
            passkey.reset()
            give.mutate(takesCode ? { token: codeOf(proof) } : { password: proof }, {
              onSuccess: confirmStepUp,
            })
          }}
          beside={
            <>
              {methods.includes('passkey') && (
                <Button
                  className="me-auto"
                  busy={passkey.isPending && 'Waiting for your passkey…'}
                  why={isPasskeySupported() ? undefined : notSupported}
                  disabled={give.isPending}
                  onClick={() => {
                    give.reset()
                    passkey.mutate()
                  }}
                >
                  Use a passkey
                </Button>
              )}
              <Button onClick={cancelStepUp}>Cancel</Button>
            </>
          }
        >
          {takesCode ? (
            <SecondFactorField
              methods={methods}
              field={bind(form, 'proof')}
              focus={() => form.setFocus('proof')}
            />
          ) : (
            <>
              {/* Tells password managers whose password this is. */}
              <input type="email" autoComplete="username" value={email} readOnly hidden />
              <PasswordField
                label="Your password"
                autoComplete="current-password"
                {...bind(form, 'proof')}
              />
            </>
          )}
        </FormPanel>
      </div>
    </Dialog>
  )
}
