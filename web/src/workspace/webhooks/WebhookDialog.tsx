import {
  newWebhook,
  webhooks,
  type IssuedWebhook,
  type Webhook,
} from '@stowage/contract/workspace/webhooks'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { useAction } from '../../app/api.ts'
import { bind, FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { eventGroups } from './words.ts'

type Props = {
  slug: string
  /** The webhook to change. Without it one is added. */
  webhook?: Webhook
  onIssued?: (issued: IssuedWebhook) => void
  onClose: () => void
}

/** Adds a webhook, or changes its address and events. */
export function WebhookDialog({ slug, webhook, onIssued, onClose }: Props) {
  const create = useAction(webhooks.create)
  const update = useAction(webhooks.update)
  const { url = '', description = '', types = [] } = webhook ?? {}
  const fields = useFormOf(newWebhook, { url, description, types: [...types] })
  const save = (body: z.output<typeof newWebhook>) => {
    if (!webhook)
      return create.mutate({ params: { slug }, body }, { onSuccess: (made) => onIssued?.(made) })
    return update.mutate(
      { params: { slug, webhookId: webhook.id }, body: { ...body, version: webhook.version } },
      {
        onSuccess: () => {
          toast('Webhook saved')
          onClose()
        },
      },
    )
  }
  return (
    <FormPanel
      dialog={{ title: webhook ? 'Edit webhook' : 'Add webhook', onClose, wide: true, long: true }}
      form={fields}
      submit={webhook ? 'Save webhook' : 'Add webhook'}
      submitting={webhook ? 'Saving…' : 'Adding…'}
      saving={create.isPending || update.isPending}
      error={create.error ?? update.error}
      fallback="Couldn’t save the webhook"
      onSubmit={save}
    >
      <TextField
        label="URL"
        hint="Example: https://example.com/hooks/stowage"
        type="url"
        inputMode="url"
        autoComplete="off"
        {...bind(fields, 'url')}
      />
      <TextField
        label="Description (optional)"
        autoComplete="off"
        {...bind(fields, 'description')}
      />
      <Events fields={fields} />
    </FormPanel>
  )
}

type Values = typeof newWebhook
type Fields = ReturnType<typeof useFormOf<z.input<Values>, z.output<Values>>>

/** Event types by area. Whoever chooses a whole area gets its future events too. */
function Events({ fields }: { fields: Fields }) {
  const chosen = useWatch({ control: fields.control, name: 'types' })
  const isAll = chosen.includes('*')
  const box = (type: string, words: string) => (
    <Checkbox key={type} value={type} {...fields.register('types')}>
      {words}
    </Checkbox>
  )
  return (
    <>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-sm font-medium">Events</legend>
        {box('*', 'All events, including future ones')}
      </fieldset>
      {!isAll && (
        <div className="grid gap-4 sm:grid-cols-2">
          {eventGroups.map(({ name, all, events }) => (
            <fieldset key={name} className="grid content-start gap-2">
              <legend className="mb-1.5 text-sm font-medium">{name}</legend>
              {box(all, `All of ${name.toLowerCase()}`)}
              {!chosen.includes(all) && events.map(({ type, words }) => box(type, words))}
            </fieldset>
          ))}
        </div>
      )}
      <p className="text-sm text-bad-ink">
        {fields.getFieldState('types', fields.formState).error?.message}
      </p>
    </>
  )
}
