import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, type FocusEvent } from 'react'
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
import { Draft, useDraft } from './Draft.tsx'
import { Form, type FormProps } from './Form.tsx'

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

/** Returns the props that connect a field of `ui/` to a form. */
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

type Props<In extends FieldValues, Out> = FormProps & {
  form: UseFormReturn<In, unknown, Out>
  onSubmit: (values: Out) => void
  /** Keeps what was typed over a forced sign-out and over closing, for this account. */
  draft?: { name: string; account: string }
}

/** A form whose fields a schema checks. */
export function FormPanel<In extends FieldValues, Out>(props: Props<In, Out>) {
  const { form, onSubmit, draft: kept, children, ...rest } = props
  const { error } = props
  const draft = useDraft(form, kept)

  useEffect(() => {
    if (!(error instanceof ApiError)) return
    const known = error.details.filter(({ path }) => isField(path, form.getValues()))
    for (const { path, message } of known) form.setError(path as Path<In>, { message })
    const [first] = known
    if (first) form.setFocus(first.path as Path<In>)
  }, [error, form])

  return (
    <Form {...rest} onSubmit={() => form.handleSubmit(onSubmit)()}>
      <Draft {...draft} />
      {children}
    </Form>
  )
}

let isPressed = false
const follow = (pressed: boolean) => () => {
  isPressed = pressed
}
window.addEventListener('pointerdown', follow(true), { capture: true })
window.addEventListener('pointerup', follow(false), { capture: true })
window.addEventListener('pointercancel', follow(false), { capture: true })

/**
 * Runs `work` once no button of the mouse is held, and after the click that follows. Whatever
 * moves the page on leaving a field would otherwise take the pressed thing from under the pointer.
 */
function afterPress(work: () => void) {
  if (!isPressed) return work()
  const once = new AbortController()
  const run = () => {
    once.abort()
    setTimeout(work)
  }
  window.addEventListener('pointerup', run, { signal: once.signal })
  window.addEventListener('pointercancel', run, { signal: once.signal })
}
