import { accounts, type User } from '@stowage/contract/identity/accounts'
import { profile } from '@stowage/contract/identity/profile'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useAction } from '../../app/api.ts'
import { me } from '../../app/me.ts'
import { bind, FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { VersionConflict } from '../../parts/VersionConflict.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { ChangeAvatar } from './ChangeAvatar.tsx'
import { EmailField } from './EmailField.tsx'
import { expectEmail } from './expected-email.ts'
import { changesOf, isExample, profileForm, valuesOf, type ProfileValues } from './profile-form.ts'

const exampleHint = 'Example. Replace with your own.'
const labels = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  location: 'Location',
  bio: 'Bio',
} satisfies Record<keyof ProfileValues, string>
const keys = Object.keys(labels) as (keyof ProfileValues)[]

export function ProfilePanel() {
  const account = useQuery(me)
  if (account.data) return <ProfileForm user={account.data.user} />
  if (!account.error) return <Spinner />
  return (
    <ErrorBox
      error={account.error}
      fallback="Failed to load your profile"
      onRetry={() => void account.refetch()}
    />
  )
}

/** A newer version loaded meanwhile is taken over unless something was typed. */
function ProfileForm({ user }: { user: User }) {
  const queries = useQueryClient()
  const save = useAction(profile.update, { refresh: [profile.me] })
  const askForEmail = useAction(accounts.changeEmail)
  const form = useFormOf(profileForm, valuesOf(user))
  const { isDirty } = form.formState
  const typed = useWatch({ control: form.control }) as ProfileValues
  /** What the typed values were based on. */
  const base = useRef(user)
  const [said, setSaid] = useState('')

  const takeOver = (newer: User) => {
    base.current = newer
    form.reset(valuesOf(newer))
  }
  useEffect(() => {
    if (isDirty || base.current.version === user.version) return
    base.current = user
    form.reset(valuesOf(user))
  }, [user, isDirty, form])

  const submit = (values: ProfileValues) => {
    const { email, ...changes } = changesOf(values, base.current)
    save.reset()
    askForEmail.reset()
    setSaid('')
    if (email === undefined) return saveChanges(changes)
    askForEmail.mutate(
      { body: { email } },
      {
        onSuccess: ({ message }) => {
          expectEmail(user.id, email)
          form.resetField('email')
          saveChanges(changes, message)
        },
      },
    )
  }
  /** `done` is what was reached before and is said when there is nothing else to save. */
  const saveChanges = (changes: Partial<ProfileValues>, done = 'There was nothing to save.') => {
    if (Object.keys(changes).length === 0) {
      form.reset(valuesOf(base.current))
      return setSaid(done)
    }
    save.mutate(
      { body: { ...changes, version: base.current.version } },
      {
        onSuccess: (reply) => {
          queries.setQueryData(me.queryKey, reply)
          takeOver(reply.user)
          setSaid('Saved')
        },
        onError: ({ code }) =>
          void (
            code === 'version_conflict' && queries.invalidateQueries({ queryKey: me.queryKey })
          ),
      },
    )
  }
  /** Once the version that stands in the way is loaded. */
  const isConflict =
    save.error?.code === 'version_conflict' &&
    user.version >= Number(save.error.body['currentVersion'])

  return (
    <>
      <h2>Your account</h2>
      <ChangeAvatar user={user} />
      <FormPanel
        form={form}
        submit="Save Changes"
        submitting="Saving…"
        saving={save.isPending || askForEmail.isPending}
        error={askForEmail.error ?? save.error}
        fallback="Failed to save changes"
        draft={{ name: 'profile', account: user.id }}
        onSubmit={submit}
        beside={
          <>
            <p role="status" className="text-sm text-muted">
              {isDirty ? 'Unsaved changes' : said}
            </p>
            {isDirty && !save.isPending && !askForEmail.isPending && (
              <Button
                onClick={() => {
                  save.reset()
                  askForEmail.reset()
                  takeOver(user)
                  setSaid('')
                }}
              >
                Discard
              </Button>
            )}
          </>
        }
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={labels.firstName}
            autoComplete="given-name"
            {...bind(form, 'firstName')}
          />
          <TextField
            label={labels.lastName}
            autoComplete="family-name"
            {...bind(form, 'lastName')}
          />
        </div>
        <EmailField user={user} {...bind(form, 'email')} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={labels.phone}
            type="tel"
            autoComplete="tel"
            hint={isExample('phone', typed.phone, user) && exampleHint}
            {...bind(form, 'phone')}
          />
          <TextField
            label={labels.location}
            autoComplete="off"
            hint={isExample('location', typed.location, user) && exampleHint}
            {...bind(form, 'location')}
          />
        </div>
        <TextArea label={labels.bio} {...bind(form, 'bio')} />
        {isConflict && (
          <VersionConflict
            rows={keys
              .filter((key) => typed[key] !== valuesOf(user)[key])
              .map((key) => ({
                label: labels[key],
                mine: typed[key],
                theirs: valuesOf(user)[key],
              }))}
            onKeepMine={() => {
              base.current = user
              void form.handleSubmit(submit)()
            }}
            onTakeTheirs={() => {
              takeOver(user)
              save.reset()
            }}
          />
        )}
      </FormPanel>
    </>
  )
}
