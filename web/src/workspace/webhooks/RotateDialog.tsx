import { webhooks, type IssuedWebhook, type Webhook } from '@stowage/contract/workspace/webhooks'
import { z } from 'zod'
import { useAction } from '../../app/api.ts'
import { bind, FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { Select } from '../../ui/Select.tsx'

const overlaps = [
  { value: '0', label: 'Stops signing now' },
  { value: '1', label: 'Signs for 1 hour' },
  { value: '24', label: 'Signs for 1 day' },
  { value: '168', label: 'Signs for 7 days' },
]

type Props = {
  slug: string
  webhook: Webhook
  onIssued: (issued: IssuedWebhook) => void
  onClose: () => void
}

/** Asks how long the current secret keeps signing, then replaces it. */
export function RotateDialog({ slug, webhook, onIssued, onClose }: Props) {
  const rotate = useAction(webhooks.rotateSecret)
  const fields = useFormOf(z.object({ hours: z.string() }), { hours: '24' })
  return (
    <FormPanel
      dialog={{ title: 'Rotate the secret?', onClose }}
      form={fields}
      submit="Rotate secret"
      submitting="Rotating…"
      saving={rotate.isPending}
      error={rotate.error}
      fallback="Couldn’t rotate the secret"
      onSubmit={({ hours }) =>
        rotate.mutate(
          { params: { slug, webhookId: webhook.id }, body: { overlapHours: Number(hours) } },
          { onSuccess: onIssued },
        )
      }
    >
      <p>During the overlap, requests are signed with both secrets.</p>
      <Select label="Current secret" options={overlaps} {...bind(fields, 'hours')} />
    </FormPanel>
  )
}
