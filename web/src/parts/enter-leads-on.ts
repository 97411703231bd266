import type { KeyboardEvent } from 'react'

/**
 * Enter in a field of a form whose button cannot be undone: it leads to the next empty field, from the last one to the
 * button, and never presses it. Scanners and scales end what they type with Enter.
 */
export function enterLeadsOn(event: KeyboardEvent<HTMLInputElement>) {
  const { key, ctrlKey, metaKey, currentTarget: field } = event
  if (key !== 'Enter' || ctrlKey || metaKey || event.nativeEvent.isComposing) return
  event.preventDefault()
  const fields = [...(field.form?.querySelectorAll<HTMLInputElement>('input.control') ?? [])]
  const next = fields
    .slice(fields.indexOf(field) + 1)
    .find(({ disabled, value }) => !disabled && value === '')
  const button = field.form?.querySelector<HTMLElement>('[type=submit]')
  ;(next ?? button)?.focus()
}
