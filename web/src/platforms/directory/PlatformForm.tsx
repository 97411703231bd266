import {
  directory,
  platformUpdate,
  type PlatformDetails,
} from '@stowage/contract/platforms/directory'
import { useWatch } from 'react-hook-form'
import { useAction } from '../../app/api.ts'
import { bind, FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { publicUrl } from '../../app/paths.ts'
import { useUser } from '../../app/session.ts'
import { useVersioned } from '../../parts/use-versioned.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { whyNot } from '../members/viewer.ts'

const schema = platformUpdate.pick({ name: true, slug: true }).required()
const valuesOf = ({ name, slug }: PlatformDetails) => ({ name, slug })
const labels = { name: 'Name', slug: 'URL path (slug)' }

/** Form for the name and path of a platform. */
export function PlatformForm({ platform }: { platform: PlatformDetails }) {
  const account = useUser()?.id ?? ''
  const save = useAction(directory.update)
  const form = useFormOf(schema, valuesOf(platform))
  const slug = useWatch({ control: form.control, name: 'slug' })
  const versioned = useVersioned({
    form,
    save,
    labels,
    kept: platform,
    typedOf: valuesOf,
    read: directory.details,
  })
  const submit = (values: { name: string; slug: string }) =>
    save.mutate(
      { params: { platformId: platform.id }, body: { ...values, version: versioned.version() } },
      { onSuccess: (reply) => versioned.takeOver(reply.platform) },
    )
  const why = whyNot(platform.viewer, directory.update, 'change this platform')
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
      why={why}
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
      <TextField
        label={labels.name}
        autoComplete="off"
        readOnly={why !== undefined}
        {...bind(form, 'name')}
      />
      <TextField
        label={labels.slug}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={why !== undefined}
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
      {save.isSuccess && !versioned.isDirty && (
        <Notice kind="ok" live>
          <p className="wrap-anywhere">{`${platform.name} is saved. Its address is ${url}.`}</p>
        </Notice>
      )}
      {versioned.conflict(submit)}
    </FormPanel>
  )
}
