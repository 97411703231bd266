import { X } from 'lucide-react'
import { useRef, useState, type ChangeEvent, type ReactNode, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { z } from 'zod'
import { useCommands } from '../../parts/keys.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { logSearch, noFilters, type Filters } from './search.ts'

const { shape } = logSearch
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
  from: filter(shape.from),
  to: filter(shape.to),
})

const keys = ['action', 'actorEmail', 'platformId', 'from', 'to'] as const
type Key = (typeof keys)[number]

/** Returns the field texts of the filters. Times are shown as days. */
const textsOf = ({ from, to, ...texts }: Filters) => ({
  action: texts.action ?? '',
  actorEmail: texts.actorEmail ?? '',
  platformId: texts.platformId ?? '',
  from: from?.slice(0, 10) ?? '',
  to: to?.slice(0, 10) ?? '',
})

type Props = {
  applied: Filters
  onApply: (filters: Filters) => void
  /** Other choices about the list. */
  children?: ReactNode
}

/**
 * Shows the active filters and the form that changes them; Enter applies it too. It does without the form
 * library, which would be a tenth of the page, because the five fields save nothing.
 */
export function LogFilters({ applied, onApply, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const shown = textsOf(applied)
  const [typed, setTyped] = useState(shown)
  const [errors, setErrors] = useState<Partial<Record<Key, string>>>({})
  const form = useRef<HTMLFormElement>(null)
  const isPending = (key: Key) => typed[key].trim() !== shown[key]
  const focus = (key: Key) => {
    flushSync(() => setOpen(true))
    const field = form.current?.elements.namedItem(key)
    if (field instanceof HTMLElement) field.focus()
  }
  useCommands([
    {
      name: 'Filter the log',
      section: 'On this page',
      keys: '/',
      run: () => focus('action'),
    },
  ])

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const { data, error } = filters.safeParse(typed)
    const problems = error?.issues.map(({ path: [key], message }) => [key as Key, message] as const)
    setErrors(Object.fromEntries(problems ?? []))
    if (problems?.[0]) focus(problems[0][0])
    if (!data) return
    // An address may say a time of day as well, which lasts until another day is chosen.
    onApply({
      ...data,
      from: isPending('from') ? data.from : applied.from,
      to: isPending('to') ? data.to : applied.to,
    })
  }
  const field = (key: Key) => ({
    name: key,
    value: typed[key],
    error: errors[key],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
      setTyped({ ...typed, [key]: target.value }),
  })

  return (
    <div className="py-1">
      <form
        ref={form}
        noValidate
        aria-label="Narrow the list"
        className="bar flex flex-wrap items-end gap-2"
        onSubmit={submit}
      >
        <Button className="sm:hidden" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Fewer filters' : 'Filters'}
        </Button>
        {/* On a phone the rows come first. */}
        <div
          className={`grid grow items-start gap-2 sm:grid-cols-3 lg:grid-cols-5 ${isOpen ? 'w-full' : 'max-sm:hidden'}`}
        >
          <TextField
            label="Action"
            placeholder="e.g. TENANT_LOGIN"
            spellCheck={false}
            autoCapitalize="characters"
            {...field('action')}
          />
          <TextField
            label="Actor email"
            inputMode="email"
            spellCheck={false}
            {...field('actorEmail')}
          />
          <TextField label="Platform ID" spellCheck={false} {...field('platformId')} />
          <TextField label="From day (UTC)" type="date" {...field('from')} />
          <TextField label="Before day (UTC)" type="date" {...field('to')} />
        </div>
        <div className={`flex gap-2 ${isOpen ? '' : 'max-sm:hidden'}`}>
          <Button type="submit" look="primary">
            Apply
          </Button>
          <Button
            onClick={() => {
              setTyped(textsOf(noFilters))
              setErrors({})
              onApply(noFilters)
            }}
          >
            Clear
          </Button>
        </div>
        {children}
      </form>
      <p role="status" className="text-sm text-warn-ink not-empty:mt-2">
        {keys.some(isPending) && 'Not applied yet'}
      </p>
      <Chips applied={applied} onApply={onApply} />
    </div>
  )
}

const day = (text: string) => text.replace('T00:00:00.000Z', '')
/** Text of a chip, by filter. */
const wordsOf: Record<keyof Filters, (text: string) => string> = {
  action: (text) => text,
  actorEmail: (text) => text,
  platformId: (text) => text,
  from: (text) => `from ${day(text)}`,
  to: (text) => `before ${day(text)}`,
}

/** Each filter in force, with its way out. */
function Chips({ applied, onApply }: Omit<Props, 'children'>) {
  const active = keys.filter((key) => applied[key])
  if (active.length === 0) return null
  return (
    <ul aria-label="Filters in force" className="mt-1 flex flex-wrap gap-2">
      {active.map((key) => (
        <li key={key}>
          <button
            type="button"
            onClick={() => onApply({ ...applied, [key]: undefined })}
            className="badge inline-flex min-h-8 items-center gap-1.5 rounded-full border border-transparent bg-accent-soft px-3 text-sm text-accent-ink"
          >
            {wordsOf[key](applied[key] ?? '')}
            <X aria-hidden size={14} />
            <span className="sr-only">Show all again</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
