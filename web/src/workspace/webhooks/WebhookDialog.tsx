import { newWebhook, webhooks, type Webhook } from '@stowage/contract/workspace/webhooks'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { recordForm, type FieldsOf } from '../record-form.tsx'
import { eventGroups } from './words.ts'

type Values = z.input<typeof newWebhook>

const Fields = ({ form, text }: FieldsOf<Values>) => (
  <>
    {text('url', {
      hint: 'Example: https://example.com/hooks/stowage',
      type: 'url',
      inputMode: 'url',
    })}
    {text('description')}
    <Events form={form} />
  </>
)

/** Event types by area. Whoever chooses a whole area gets its future events too. */
function Events({ form }: Pick<FieldsOf<Values>, 'form'>) {
  const chosen = useWatch({ control: form.control, name: 'types' })
  const isAll = chosen.includes('*')
  const box = (type: string, words: string) => (
    <Checkbox key={type} value={type} {...form.register('types')}>
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
        {form.getFieldState('types', form.formState).error?.message}
      </p>
    </>
  )
}

/** Adds a webhook, or changes its address and events. */
export const WebhookDialog = recordForm({
  name: 'webhook',
  schema: newWebhook,
  labels: { url: 'URL', description: 'Description (optional)', types: 'Events' },
  create: {
    route: webhooks.create,
    verb: 'Add',
    title: 'Add webhook',
    initial: { url: '', description: '', types: [] },
    fallback: 'Couldn’t save the webhook',
  },
  update: {
    route: webhooks.update,
    read: webhooks.get,
    title: 'Edit webhook',
    typedOf: ({ url, description, types }: Webhook) => ({ url, description, types: [...types] }),
    done: () => 'Webhook saved',
  },
  size: { wide: true, long: true },
  fields: Fields,
})
