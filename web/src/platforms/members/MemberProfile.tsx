import { memberProfile, tenantProfile } from '@stowage/contract/platforms/member-profile'
import { tenantSessions, type TenantUser } from '@stowage/contract/platforms/tenant-sessions'
import { useState } from 'react'
import type { z } from 'zod'
import { useAction } from '../../app/api.ts'
import { NameFields } from '../../identity/profile/NameFields.tsx'
import { ProfileState } from '../../identity/profile/ProfileState.tsx'
import { bind, FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { useVersioned } from '../../parts/use-versioned.tsx'

const schema = memberProfile.omit({ version: true }).required()
type Name = z.output<typeof schema>

const labels = { firstName: 'First name', lastName: 'Last name' } satisfies Record<
  keyof Name,
  string
>
const keys = Object.keys(labels) as (keyof Name)[]
const nameOf = ({ firstName, lastName }: Name): Name => ({ firstName, lastName })

type Props = { member: TenantUser; onSaved: (member: TenantUser) => void }

/** Form for the name other members of this platform see. */
export function MemberProfile({ member, onSaved }: Props) {
  const save = useAction(tenantProfile.update)
  const form = useFormOf(schema, nameOf(member))
  const versioned = useVersioned({
    form,
    save,
    labels,
    kept: member,
    typedOf: nameOf,
    read: tenantSessions.me,
  })
  const [notice, setNotice] = useState('')

  const submit = (name: Name) => {
    const base = versioned.base()
    const changed = keys.filter((key) => name[key] !== base[key])
    setNotice('')
    if (changed.length === 0) {
      save.reset()
      form.reset(nameOf(base))
      return setNotice('There was nothing to save.')
    }
    const changes = Object.fromEntries(changed.map((key) => [key, name[key]]))
    save.mutate(
      { params: { slug: member.platformSlug }, body: { ...changes, version: base.version } },
      {
        onSuccess: ({ user }) => {
          onSaved(user)
          versioned.takeOver(user)
          setNotice('Saved')
        },
      },
    )
  }

  return (
    <section aria-labelledby="profile" className="grid gap-5">
      <h2 id="profile">Your profile</h2>
      <FormPanel
        form={form}
        submit="Save Changes"
        submitting="Saving…"
        saving={save.isPending}
        error={save.error}
        fallback="Failed to save changes"
        draft={{ name: 'member-profile', account: member.id }}
        onSubmit={submit}
        beside={
          <ProfileState
            isDirty={versioned.isDirty}
            isSaving={save.isPending}
            notice={notice}
            onDiscard={() => {
              save.reset()
              versioned.takeOver(member)
              setNotice('')
            }}
          />
        }
      >
        <NameFields firstName={bind(form, 'firstName')} lastName={bind(form, 'lastName')} />
        {versioned.conflict(submit)}
      </FormPanel>
    </section>
  )
}
