import { accounts } from '@stowage/contract/identity/accounts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { formatDay } from '../../app/format.ts'
import { Confirm } from '../../parts/Confirm.tsx'
import { paths } from '../../app/paths.ts'
import { forgetPage } from '../../app/remembered.ts'
import { saveFile } from '../../app/save-file.ts'
import { clearOperator, useUser } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'

const file = 'stowage-account.json'

/** The account as a whole: everything kept about it as a file, and its end. */
export function AccountPanel() {
  return (
    <section aria-labelledby="your-data" className="grid gap-4">
      <h2 id="your-data">Your data</h2>
      <Export />
      <Deletion />
    </section>
  )
}

function Export() {
  const save = useAction(accounts.exportAccount)
  const unverified = useUser()?.mustVerifyEmail ?? true
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-sm text-muted">
        Profile, settings, sessions, passkeys, workspaces and what the log says about you, in one
        file.
      </p>
      <Button
        why={unverified ? 'Verify your email to export your data.' : undefined}
        busy={save.isPending && 'Collecting…'}
        onClick={() =>
          save.mutate(
            {},
            {
              onSuccess: (everything) =>
                saveFile(file, JSON.stringify(everything, null, 2), 'application/json'),
            },
          )
        }
      >
        Export my data
      </Button>
      <p role="status" className="text-sm text-muted">
        {save.isSuccess && `Saved as ${file}.`}
      </p>
      {save.error && <ErrorBox error={save.error} fallback="Failed to export your data" />}
    </div>
  )
}

function Deletion() {
  const email = useUser()?.email ?? ''
  const [asked, setAsked] = useState(false)
  const navigate = useNavigate()
  const remove = useAction(accounts.deleteAccount, { quiet: true })

  const confirmed = () => {
    setAsked(false)
    remove.mutate(
      {},
      {
        onSuccess: async ({ deletesAt }) => {
          const notice = `Your account will be deleted on ${formatDay(deletesAt)}. Sign in within 14 days to keep it.`
          forgetPage()
          clearOperator('logout')
          await navigate({ to: paths.login, state: { notice }, replace: true })
        },
      },
    )
  }
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-sm text-muted">
        Deleting begins with signing you out everywhere. Signing in within 14 days keeps the
        account; after that nothing brings it back.
      </p>
      <Button look="danger" busy={remove.isPending && 'Deleting…'} onClick={() => setAsked(true)}>
        Delete my account
      </Button>
      {remove.error && <ErrorBox error={remove.error} fallback="Failed to delete your account" />}
      {asked && (
        <Confirm
          title="Delete your account?"
          consequence="You are signed out everywhere now. In 14 days your profile, passkeys and settings are deleted permanently, unless you sign in before then."
          typed={{ label: 'Type your email address', words: email }}
          action="Delete"
          onConfirm={confirmed}
          onCancel={() => setAsked(false)}
        />
      )}
    </div>
  )
}
