import { memberProfile, tenantProfile } from '@stowage/contract/platforms/tenant-profile'
import type { TenantUser } from '@stowage/contract/platforms/tenant-sessions'
import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { useAction } from '../../app/api.ts'
import { bind, FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { VersionConflict } from '../../parts/VersionConflict.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'

const schema = memberProfile.omit({ version: true }).required()
type Name = z.output<typeof schema>

const labels = { firstName: 'First name', lastName: 'Last name' } satisfies Record<
  keyof Name,
  string
>
const keys = Object.keys(labels) as (keyof Name)[]
const nameOf = ({ firstName, lastName }: Name): Name => ({ firstName, lastName })

type Props = {
  member: TenantUser
  onSaved: (member: TenantUser) => void
  /** Somebody else has changed it meanwhile: what they saved is wanted. */
  onConflict: () => void
}

/** What members are called on this platform. A newer version is taken over unless something was typed. */
export function MemberProfile({ member, onSaved, onConflict }: Props) {
  const save = useAction(tenantProfile.update)
  const form = useFormOf(schema, nameOf(member))
  const { isDirty } = form.formState
  const typed = useWatch({ control: form.control }) as Name
  /** What the typed name was based on. */
  const base = useRef(member)
  const [said, setSaid] = useState('')

  const takeOver = (newer: TenantUser) => {
    base.current = newer
    form.reset(nameOf(newer))
  }
  useEffect(() => {
    if (isDirty || base.current.version === member.version) return
    base.current = member
    form.reset(nameOf(member))
  }, [member, isDirty, form])

  const submit = (name: Name) => {
    const changes = Object.fromEntries(
      keys.filter((key) => name[key] !== base.current[key]).map((key) => [key, name[key]]),
    )
    setSaid('')
    if (Object.keys(changes).length === 0) {
      save.reset()
      form.reset(nameOf(base.current))
      return setSaid('There was nothing to save.')
    }
    save.mutate(
      {
        params: { slug: member.platformSlug },
        body: { ...changes, version: base.current.version },
      },
      {
        onSuccess: ({ user }) => {
          onSaved(user)
          takeOver(user)
          setSaid('Saved')
        },
        onError: ({ code }) => {
          if (code === 'version_conflict') onConflict()
        },
      },
    )
  }
  /** Once the version that stands in the way is loaded. */
  const isConflict =
    save.error?.code === 'version_conflict' &&
    member.version >= Number(save.error.body['currentVersion'])

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
          <>
            <p role="status" className="text-sm text-muted">
              {isDirty ? 'Unsaved changes' : said}
            </p>
            {isDirty && !save.isPending && (
              <Button
                onClick={() => {
                  save.reset()
                  takeOver(member)
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
        {isConflict && (
          <VersionConflict
            rows={keys
              .filter((key) => typed[key] !== member[key])
              .map((key) => ({ label: labels[key], mine: typed[key], theirs: member[key] }))}
            onKeepMine={() => {
              base.current = member
              void form.handleSubmit(submit)()
            }}
            onTakeTheirs={() => {
              takeOver(member)
              save.reset()
            }}
          />
        )}
      </FormPanel>
    </section>
  )
}
