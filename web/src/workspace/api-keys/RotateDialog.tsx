import { apiKeys, type ApiKey, type IssuedKey } from '@stowage/contract/workspace/api-keys'
import { z } from 'zod'
import { useAction } from '../../app/api.ts'
import { bind, FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { Select } from '../../ui/Select.tsx'

const overlaps = [
  { value: '0', label: 'Stops working now' },
  { value: '1', label: 'Works for 1 hour' },
  { value: '24', label: 'Works for 1 day' },
  { value: '168', label: 'Works for 7 days' },
]

type Props = {
  slug: string
  apiKey: ApiKey
  onIssued: (issued: IssuedKey) => void
  onClose: () => void
}

/** Asks how long the current secret keeps working, then replaces it. */
export function RotateDialog({ slug, apiKey, onIssued, onClose }: Props) {
  const rotate = useAction(apiKeys.rotate)
  const fields = useFormOf(z.object({ hours: z.string() }), { hours: '24' })
  return (
    <FormPanel
      dialog={{ title: `Rotate ${apiKey.name}?`, onClose }}
      form={fields}
      submit="Rotate key"
      submitting="Rotating…"
      saving={rotate.isPending}
      error={rotate.error}
      fallback="Couldn’t rotate the key"
      onSubmit={({ hours }) =>
        rotate.mutate(
          { params: { slug, keyId: apiKey.id }, body: { overlapHours: Number(hours) } },
          { onSuccess: onIssued },
        )
      }
    >
      <p>You get a new secret. Choose what happens to the current one.</p>
      <Select label="Current secret" options={overlaps} {...bind(fields, 'hours')} />
    </FormPanel>
  )
}
