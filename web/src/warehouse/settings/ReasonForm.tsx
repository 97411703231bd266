import { settings, type Reason } from '@stowage/contract/warehouse/settings'
import { z } from 'zod'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { recordForm, type FieldsOf } from '../../workspace/record-form.tsx'
import { appliesWords } from './reason-words.ts'

const kinds = Object.keys(appliesWords) as Reason['applies']

const { code, name, applies, requiresNote } = settings.createReason.body.shape

const schema = z.object({
  code: z.string().trim().pipe(code),
  name,
  applies,
  requiresNote: requiresNote.unwrap(),
})

function Fields({ form, record, text, check }: FieldsOf<z.input<typeof schema>>) {
  return (
    <>
      {text('name')}
      {text('code', {
        hint: record ? 'Can’t be changed: used in the stock history.' : 'For example broken_glass',
        autoCapitalize: 'none',
        spellCheck: false,
        readOnly: record !== undefined,
      })}
      <fieldset className="grid gap-2" aria-describedby="applies-error">
        <legend className="mb-1.5 text-sm font-medium">Offered for</legend>
        {kinds.map((kind) => (
          <Checkbox key={kind} value={kind} {...form.register('applies')}>
            {appliesWords[kind]}
          </Checkbox>
        ))}
        <p id="applies-error" className="text-sm text-bad-ink">
          {form.getFieldState('applies', form.formState).error?.message}
        </p>
      </fieldset>
      {check('requiresNote')}
    </>
  )
}

/** A new reason, or another name and use of one that is there. Its code stays what it was. */
export const ReasonDialog = recordForm({
  name: 'reason',
  schema,
  labels: {
    name: 'Name',
    code: 'Code',
    applies: 'Offered for',
    requiresNote: 'Require a note',
  },
  create: {
    route: settings.createReason,
    verb: 'Add',
    title: 'Add reason',
    initial: { code: '', name: '', applies: [], requiresNote: false },
    done: ({ reason }) => `"${reason.name}" was added`,
    busy: 'Saving…',
    fallback: 'Couldn’t save the reason',
  },
  update: {
    route: settings.updateReason,
    read: settings.reasons,
    title: ({ name }: Reason & { id: string }) => `Edit "${name}"`,
    typedOf: ({ code, name, applies, requiresNote }) => ({ code, name, applies, requiresNote }),
    body: ({ code: _, ...values }) => values,
    done: ({ reason }) => `"${reason.name}" was saved`,
  },
  fields: Fields,
})
