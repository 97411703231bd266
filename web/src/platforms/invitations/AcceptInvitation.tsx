import { invitations, joining } from '@stowage/contract/platforms/invitations'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { load, useAction } from '../../app/api.ts'
import { forgetMailedToken } from '../../identity/mailed-token.ts'
import { Strength } from '../../identity/passwords/Strength.tsx'
import { bind, FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { ReadError } from '../../parts/ReadError.tsx'
import { paths } from '../../app/paths.ts'
import type { ApiError } from '../../app/transport.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { TextField } from '../../ui/TextField.tsx'

type JoinValues = Partial<z.output<typeof joining>>
export type Joined = { email: string; message: string }

type Props = {
  slug: string
  token: string
  onJoined: (joined: Joined) => void
  /** To the sign-in form without having accepted. */
  onLeave: () => void
}

/**
 * Shows the page a mailed invitation links to. Only the button uses up the invitation, not opening the page.
 */
export function AcceptInvitation({ slug, token, onJoined, onLeave }: Props) {
  const look = useQuery({
    ...load(invitations.look, { params: { slug }, body: { token } }),
    staleTime: Infinity,
    gcTime: 0,
  })
  const accept = useAction(invitations.accept, { quiet: true })
  const send = (given: JoinValues) =>
    accept.mutate(
      { params: { slug }, body: { token, ...given } },
      {
        onSuccess: ({ message, member }) => {
          forgetMailedToken(paths.tenantInvite(slug))
          onJoined({ message, email: member.email })
        },
      },
    )

  const wornOut = [look.error, accept.error].find((error) => error?.code === 'invalid_token')
  if (wornOut)
    return (
      <WornOut
        error={wornOut}
        onLeave={() => {
          forgetMailedToken(paths.tenantInvite(slug))
          onLeave()
        }}
      />
    )
  if (look.error)
    return (
      <>
        <ReadError of={look} />
        <Instead onLeave={onLeave} />
      </>
    )
  if (!look.data) return <Spinner />
  const { email, needsPassword } = look.data
  const sending = { saving: accept.isPending, error: accept.error, onSend: send }
  return (
    <>
      <h2>You are invited</h2>
      {needsPassword ? (
        <NewPassword email={email} slug={slug} {...sending} />
      ) : (
        <OwnAccount email={email} {...sending} />
      )}
      <Instead onLeave={onLeave} />
    </>
  )
}

type Form = {
  email: string
  saving: boolean
  error: ApiError | null
  onSend: (given: JoinValues) => void
}

function NewPassword({ email, slug, saving, error, onSend }: Form & { slug: string }) {
  const fields = useFormOf(joining, { password: '', firstName: '', lastName: '' })
  const [password, firstName = '', lastName = ''] = useWatch({
    control: fields.control,
    name: ['password', 'firstName', 'lastName'],
  })
  return (
    <FormPanel
      form={fields}
      submit="Accept invitation"
      submitting="Accepting…"
      wide
      saving={saving}
      error={error}
      onSubmit={onSend}
    >
      <TextField label="Email" type="email" autoComplete="username" readOnly value={email} />
      <TextField
        label="First name"
        autoComplete="given-name"
        autoFocus
        {...bind(fields, 'firstName')}
      />
      <TextField label="Last name" autoComplete="family-name" {...bind(fields, 'lastName')} />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        required
        minLength={6}
        hint={
          <Strength password={password} known={[email, slug, firstName, lastName]}>
            At least 6 characters; we recommend 15. It opens this workspace only.
          </Strength>
        }
        {...bind(fields, 'password')}
      />
    </FormPanel>
  )
}

/** The address has a confirmed account: its password opens the workspace too. */
function OwnAccount({ email, saving, error, onSend }: Form) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <>
      <p className="wrap-anywhere">
        {`You join with the Stowage account of ${email} and sign in with its password.`}
      </p>
      {error && <ErrorBox error={error} />}
      <Button
        ref={button}
        look="primary"
        className="w-full"
        busy={saving && 'Accepting…'}
        onClick={() => onSend({})}
      >
        Accept invitation
      </Button>
    </>
  )
}

function WornOut({ error, onLeave }: { error: ApiError; onLeave: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <>
      <ErrorBox ref={box} error={error}>
        <p>If you have accepted it already, you can simply sign in.</p>
      </ErrorBox>
      <Button look="primary" className="w-full" onClick={onLeave}>
        Continue to sign-in
      </Button>
    </>
  )
}

const Instead = ({ onLeave }: { onLeave: () => void }) => (
  <Button look="quiet" className="justify-self-center" onClick={onLeave}>
    Not now, continue to sign-in
  </Button>
)
