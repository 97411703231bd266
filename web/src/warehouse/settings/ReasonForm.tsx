import { settings, type Reason } from '@stowage/contract/warehouse/settings'
import { z } from 'zod'
import { useAction } from '../../app/api.ts'
import { bind, FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { appliesWords } from './reason-words.ts'

const kinds = Object.keys(appliesWords) as Reason['applies']

const form = z.object({
  code: z
    .string()
    .trim()
    .regex(/^[a-z][a-z0-9_]{1,39}$/, 'Use lower-case letters, digits and _'),
  name: z.string().trim().min(1, 'Name is required').max(80),
  applies: z.array(z.enum(kinds as [string, ...string[]])).min(1, 'Choose at least one use'),
  requiresNote: z.boolean(),
})

type Props = { slug: string; reason: Reason | undefined; onClose: () => void }

/** A new reason, or another name and use of one that is there. Its code stays what it was. */
export function ReasonDialog({ slug, reason, onClose }: Props) {
  const fields = useFormOf(form, {
    code: reason?.code ?? '',
    name: reason?.name ?? '',
    applies: reason?.applies ?? [],
    requiresNote: reason?.requiresNote ?? false,
  })
  const create = useAction(settings.createReason)
  const update = useAction(settings.updateReason)
  const done = (name: string) => () => {
    toast(reason ? `"${name}" was saved` : `"${name}" was added`)
    onClose()
  }
  const appliesError = fields.getFieldState('applies', fields.formState).error?.message
  return (
    <FormPanel
      dialog={{ title: reason ? `Edit "${reason.name}"` : 'Add reason', onClose }}
      form={fields}
      submit={reason ? 'Save reason' : 'Add reason'}
      submitting="Saving…"
      saving={create.isPending || update.isPending}
      error={create.error ?? update.error}
      fallback="Couldn’t save the reason"
      onSubmit={({ code, applies, ...values }) => {
        const body = { ...values, applies: applies as Reason['applies'] }
        if (reason)
          update.mutate(
            { params: { slug, code }, body: { ...body, version: reason.version } },
            { onSuccess: done(values.name) },
          )
        else
          create.mutate(
            { params: { slug }, body: { code, ...body } },
            { onSuccess: done(values.name) },
          )
      }}
    >
      <TextField label="Name" autoComplete="off" {...bind(fields, 'name')} />
      <TextField
        label="Code"
        hint={reason ? 'Can’t be changed: used in the stock history.' : 'For example broken_glass'}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={reason !== undefined}
        {...bind(fields, 'code')}
      />
      <fieldset className="grid gap-2" aria-describedby="applies-error">
        <legend className="mb-1.5 text-sm font-medium">Offered for</legend>
        {kinds.map((kind) => (
          <Checkbox key={kind} value={kind} {...fields.register('applies')}>
            {appliesWords[kind]}
          </Checkbox>
        ))}
        <p id="applies-error" className="text-sm text-bad-ink">
          {appliesError}
        </p>
      </fieldset>
      <Checkbox {...fields.register('requiresNote')}>Require a note</Checkbox>
    </FormPanel>
  )
}
