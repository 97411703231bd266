import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, type FocusEvent, type ReactNode } from 'react'
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type UseFormReturn,
} from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '../app/transport.ts'
import { Button, type ButtonLook } from '../ui/Button.tsx'
import { ErrorBox, useWait } from '../ui/ErrorBox.tsx'
import { afterPress } from './after-press.ts'
import { Draft, useDraft } from './Draft.tsx'
import { useSingleSubmit } from './single-submit.ts'

/**
 * A form checked by a schema of the contract: on leaving a field, and from then on with every
 * change. `values` are what the fields hold at first.
 */
export const useFormOf = <In extends FieldValues, Out>(
  schema: z.ZodType<Out, In>,
  values: DefaultValues<In>,
) =>
  useForm<In, unknown, Out>({
    resolver: zodResolver<In, unknown, Out, z.ZodType<Out, In>>(schema),
    defaultValues: values,
    mode: 'onTouched',
  })

/** What a field of `ui/` needs to belong to a form. */
export function bind<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  name: Path<In>,
  options?: RegisterOptions<In, Path<In>>,
) {
  const field = form.register(name, options)
  return {
    ...field,
    // Nobody is told that a field is empty for merely passing through it.
    onBlur: (event: FocusEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) => {
      if (event.target.value !== '' || form.formState.isSubmitted)
        afterPress(() => {
          // The press may have removed the row of the field, whose value would bring it back.
          if (event.target.isConnected) void field.onBlur(event)
        })
    },
    error: form.getFieldState(name, form.formState).error?.message,
  }
}

/** True for a path such as `barcodes.0.code` that leads to something in the values. */
function isField(path: string, values: unknown): boolean {
  let at = values
  for (const key of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return false
    at = (at as Record<string, unknown>)[key]
  }
  return true
}

type Props<In extends FieldValues, Out> = {
  form: UseFormReturn<In, unknown, Out>
  onSubmit: (values: Out) => void
  /** The words of the button, and those it shows while `saving`. */
  submit: string
  submitting?: string
  /** Both required, so that no form can forget to show them. */
  saving: boolean
  error: Error | null
  /** What the call says when the server said nothing readable. */
  fallback?: string
  /** Not enough has been typed to send it; what is enough stands beside a field. */
  disabled?: boolean
  /** Why it cannot be sent now; the button stays focusable and says so. */
  why?: string | undefined
  /** Buttons beside the one that sends. */
  beside?: ReactNode
  /** Keeps what was typed over a forced sign-out and over closing, for this account. */
  draft?: { name: string; account: string }
  wide?: boolean
  /** `secondary` where another form of the same layer has the primary button. */
  look?: ButtonLook
  children: ReactNode
}

/** The one form: fields, the red box, the buttons. */
export function FormPanel<In extends FieldValues, Out>(props: Props<In, Out>) {
  const { form, onSubmit, submit, submitting, saving, error, fallback, beside, children } = props
  const box = useRef<HTMLDivElement>(null)
  const wait = useWait(error)
  const draft = useDraft(form, props.draft)
  const once = useSingleSubmit(saving)
  const why = props.why ?? (wait > 0 ? `Wait ${wait} s.` : undefined)

  useEffect(() => {
    if (!error) return
    const details = error instanceof ApiError ? error.details : []
    const known = details.filter(({ path }) => isField(path, form.getValues()))
    for (const { path, message } of known) form.setError(path as Path<In>, { message })
    const [first] = known
    if (first) form.setFocus(first.path as Path<In>)
    else box.current?.focus()
  }, [error, form])

  return (
    <form
      noValidate
      className="grid grow content-between gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!saving && !why) once(() => form.handleSubmit(onSubmit)(event))
      }}
    >
      <div className="grid gap-5">
        <Draft {...draft} />
        {children}
        {error && <ErrorBox ref={box} error={error} fallback={fallback} />}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2">
        {beside}
        <Button
          type="submit"
          look={props.look ?? 'primary'}
          className={props.wide ? 'w-full' : ''}
          disabled={props.disabled}
          busy={saving && (submitting ?? submit)}
          why={why}
        >
          {submit}
        </Button>
      </div>
    </form>
  )
}
