import { auditQuery } from '@stowage/contract/platforms/audit'
import { X } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { bind, useFormOf } from '../../parts/FormPanel.tsx'
import { useCommands } from '../../parts/keys.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'

export type Filters = {
  action: string | undefined
  actorEmail: string | undefined
  platformId: string | undefined
}

const { shape } = auditQuery
/** An empty field is no filter; anything else must suit the route. */
const filter = (of: z.ZodType) =>
  z
    .string()
    .trim()
    .superRefine((text, context) => {
      const problem = text === '' ? undefined : of.safeParse(text).error?.issues[0]
      if (problem) context.addIssue({ code: 'custom', message: problem.message })
    })
    .transform((text) => text || undefined)
const filters = z.object({
  action: filter(shape.action),
  actorEmail: filter(shape.actorEmail),
  platformId: filter(shape.platformId),
})

const keys = ['action', 'actorEmail', 'platformId'] as const satisfies (keyof Filters)[]

type Props = { applied: Filters; onApply: (filters: Filters) => void }

/** What the list is narrowed to, and the form that narrows it; Enter applies too. */
export function LogFilters({ applied, onApply }: Props) {
  const form = useFormOf(filters, {
    action: applied.action ?? '',
    actorEmail: applied.actorEmail ?? '',
    platformId: applied.platformId ?? '',
  })
  const typed = useWatch({ control: form.control })
  const pending = keys.some((key) => (typed[key] ?? '').trim() !== (applied[key] ?? ''))
  useCommands([
    {
      name: 'Filter the log',
      section: 'On this page',
      keys: '/',
      run: () => form.setFocus('action'),
    },
  ])
  const nothing: Filters = { action: undefined, actorEmail: undefined, platformId: undefined }

  return (
    <div>
      <form
        noValidate
        aria-label="Narrow the list"
        className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-[repeat(3,minmax(0,1fr))_auto]"
        onSubmit={(event) => void form.handleSubmit(onApply)(event)}
      >
        <TextField
          label="Action"
          placeholder="e.g. TENANT_LOGIN"
          spellCheck={false}
          autoCapitalize="characters"
          {...bind(form, 'action')}
        />
        <TextField
          label="Actor email"
          inputMode="email"
          spellCheck={false}
          {...bind(form, 'actorEmail')}
        />
        <TextField label="Platform ID" spellCheck={false} {...bind(form, 'platformId')} />
        <div className="flex gap-2 xl:mt-[26px]">
          <Button type="submit" look="primary">
            Apply
          </Button>
          <Button
            onClick={() => {
              form.reset({ action: '', actorEmail: '', platformId: '' })
              onApply(nothing)
            }}
          >
            Clear
          </Button>
        </div>
      </form>
      <p role="status" className="text-sm text-warn-ink not-empty:mt-2">
        {pending && 'Not applied yet'}
      </p>
      <Chips applied={applied} onApply={onApply} />
    </div>
  )
}

/** Each filter in force, with its way out. */
function Chips({ applied, onApply }: Props) {
  const active = keys.filter((key) => applied[key])
  if (active.length === 0) return null
  return (
    <ul aria-label="Filters in force" className="mt-3 flex flex-wrap gap-2">
      {active.map((key) => (
        <li key={key}>
          <button
            type="button"
            onClick={() => onApply({ ...applied, [key]: undefined })}
            className="badge inline-flex min-h-8 items-center gap-1.5 rounded-full border border-transparent bg-accent-soft px-3 text-sm text-accent-ink"
          >
            {applied[key]}
            <X aria-hidden size={14} />
            <span className="sr-only">Show all again</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
