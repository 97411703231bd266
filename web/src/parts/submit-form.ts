/** Presses the button that sends the form one is in, or the only form there is. */
export function submitForm() {
  const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
  const forms = place.querySelectorAll('form')
  const form = document.activeElement?.closest('form') ?? (forms.length === 1 ? forms[0] : null)
  form?.querySelector<HTMLButtonElement>('[type=submit]')?.click()
}
