import {
  directory,
  platformUpdate,
  type PlatformDetails,
} from '@stowage/contract/platforms/directory'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { load, useAction } from '../../app/api.ts'
import { bind, FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { publicUrl } from '../../app/paths.ts'
import { useUser } from '../../app/session.ts'
import { VersionConflict } from '../../parts/VersionConflict.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextField } from '../../ui/TextField.tsx'

const schema = platformUpdate.pick({ name: true, slug: true }).required()
const valuesOf = ({ name, slug }: PlatformDetails) => ({ name, slug })

/** Name and path. A newer version loaded meanwhile is taken over unless something was typed. */
export function PlatformForm({ platform }: { platform: PlatformDetails }) {
  const queries = useQueryClient()
  const account = useUser()?.id ?? ''
  const save = useAction(directory.update, { refresh: [directory.mine, directory.details] })
  const form = useFormOf(schema, valuesOf(platform))
  const { isDirty } = form.formState
  const [name, slug] = useWatch({ control: form.control, name: ['name', 'slug'] })
  /** The version the typed values were based on. */
  const base = useRef(platform.version)

  const details = load(directory.details, { params: { platformId: platform.id } })
  const reload = () => queries.invalidateQueries({ queryKey: details.queryKey })
  const takeOver = (newer: PlatformDetails) => {
    base.current = newer.version
    form.reset(valuesOf(newer))
  }
  useEffect(() => {
    if (isDirty || base.current === platform.version) return
    base.current = platform.version
    form.reset(valuesOf(platform))
  }, [platform, isDirty, form])

  const submit = (values: { name: string; slug: string }) =>
    save.mutate(
      { params: { platformId: platform.id }, body: { ...values, version: base.current } },
      {
        onSuccess: (reply) => takeOver(reply.platform),
        onError: ({ code }) => void (code === 'version_conflict' && reload()),
      },
    )
  /** Once the version that stands in the way is loaded. */
  const isConflict =
    save.error?.code === 'version_conflict' &&
    platform.version >= Number(save.error.body['currentVersion'])
  const mayChange = platform.viewer.can.includes('platform.update')
  const typedSlug = slug.trim().toLowerCase()
  const url = publicUrl(platform.slug)
  return (
    <FormPanel
      form={form}
      submit="Save changes"
      submitting="Saving…"
      saving={save.isPending}
      error={save.error}
      fallback="Failed to save changes"
      why={mayChange ? undefined : 'Only the owner and admins can change this platform.'}
      draft={{ name: `platform.${platform.id}`, account }}
      onSubmit={submit}
      beside={
        <>
          <a
            href={url}
            target="_blank"
            rel="noopener"
            aria-describedby="open-url-tab"
            className={buttonClass()}
          >
            Open URL
          </a>
          <span id="open-url-tab" hidden>
            opens in a new tab
          </span>
        </>
      }
    >
      <TextField label="Name" autoComplete="off" readOnly={!mayChange} {...bind(form, 'name')} />
      <TextField
        label="URL path (slug)"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={!mayChange}
        hint={<span className="wrap-anywhere">{publicUrl(typedSlug)}</span>}
        {...bind(form, 'slug')}
      />
      {typedSlug !== platform.slug && (
        <Notice kind="warn" live>
          <p>
            Links and the sign-in page move to the new address. The old one leads there for 90 days.
          </p>
        </Notice>
      )}
      {save.isSuccess && !isDirty && (
        <Notice kind="ok" live>
          <p className="wrap-anywhere">{`${platform.name} is saved. Its address is ${url}.`}</p>
        </Notice>
      )}
      {isConflict && (
        <VersionConflict
          rows={[
            { label: 'Name', mine: name, theirs: platform.name },
            { label: 'URL path (slug)', mine: typedSlug, theirs: platform.slug },
          ]}
          onKeepMine={() => {
            base.current = platform.version
            void form.handleSubmit(submit)()
          }}
          onTakeTheirs={() => {
            takeOver(platform)
            save.reset()
          }}
        />
      )}
    </FormPanel>
  )
}
