import { useCommands } from './keys.ts'

/** Presses the button that sends the form one is in, or the only form there is. */
function submitForm() {
  const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
  const forms = place.querySelectorAll('form')
  const form = document.activeElement?.closest('form') ?? (forms.length === 1 ? forms[0] : null)
  const button = form?.querySelector<HTMLButtonElement>('[type=submit]')
  // One that cannot be pressed says why while it has the focus.
  if (button?.ariaDisabled === 'true' && button.hasAttribute('aria-describedby')) button.focus()
  else button?.click()
}

/** The keys that send a form, of a shell: somebody quick has filled one in before the palette is there. */
export function useFormKeys() {
  const form = { section: 'Everywhere', keysOnly: true, everywhere: true, run: submitForm } as const
  useCommands([
    { ...form, name: 'Save the form', keys: 'mod+s' },
    { ...form, name: 'Send the form', keys: 'mod+Enter' },
  ])
}
