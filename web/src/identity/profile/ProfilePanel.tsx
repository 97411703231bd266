import { accounts, type User } from '@stowage/contract/identity/accounts'
import { profile } from '@stowage/contract/identity/profile'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useAction } from '../../app/api.ts'
import { me } from '../../app/me.ts'
import { bind, FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { useVersioned } from '../../parts/use-versioned.tsx'
import { Reading } from '../../parts/Reading.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { ChangeAvatar } from './ChangeAvatar.tsx'
import { EmailField } from './EmailField.tsx'
import { expectEmail } from './expected-email.ts'
import { NameFields } from './NameFields.tsx'
import { changesOf, isExample, profileForm, valuesOf, type ProfileValues } from './profile-form.ts'
import { ProfileState } from './ProfileState.tsx'

const exampleHint = 'Example. Replace with your own.'
const labels = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  location: 'Location',
  bio: 'Bio',
} satisfies Record<keyof ProfileValues, string>

export function ProfilePanel() {
  const account = useQuery(me)
  if (account.data) return <ProfileForm user={account.data.user} />
  return <Reading of={account} fallback="Failed to load your profile" />
}

function ProfileForm({ user }: { user: User }) {
  const queries = useQueryClient()
  const save = useAction(profile.update)
  const askForEmail = useAction(accounts.changeEmail)
  const form = useFormOf(profileForm, valuesOf(user))
  const typed = useWatch({ control: form.control }) as ProfileValues
  const versioned = useVersioned({
    form,
    save,
    labels,
    kept: user,
    typedOf: valuesOf,
    read: profile.me,
  })
  const [notice, setNotice] = useState('')

  const clear = () => {
    save.reset()
    askForEmail.reset()
    setNotice('')
  }
  const submit = (values: ProfileValues) => {
    const { email, ...changes } = changesOf(values, versioned.base())
    clear()
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
      form.reset(valuesOf(versioned.base()))
      return setNotice(done)
    }
    save.mutate(
      { body: { ...changes, version: versioned.version() } },
      {
        onSuccess: (reply) => {
          queries.setQueryData(me.queryKey, reply)
          versioned.takeOver(reply.user)
          setNotice('Saved')
        },
      },
    )
  }
  const isSaving = save.isPending || askForEmail.isPending

  return (
    <>
      <h2>Your account</h2>
      <ChangeAvatar user={user} />
      <FormPanel
        form={form}
        submit="Save Changes"
        submitting="Saving…"
        saving={isSaving}
        error={askForEmail.error ?? save.error}
        fallback="Failed to save changes"
        draft={{ name: 'profile', account: user.id }}
        onSubmit={submit}
        beside={
          <ProfileState
            isDirty={versioned.isDirty}
            isSaving={isSaving}
            notice={notice}
            onDiscard={() => {
              clear()
              versioned.takeOver(user)
            }}
          />
        }
      >
        <NameFields firstName={bind(form, 'firstName')} lastName={bind(form, 'lastName')} />
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
        {versioned.conflict(submit)}
      </FormPanel>
    </>
  )
}
