import { flushSync } from 'react-dom'

/** The first field of a form that is marked as wrong. */
export const wrongField = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('[aria-invalid=true]')

/** Marks what is wrong in a form, by `mark`, and puts the focus into the first field that is. */
export function showWrong(form: HTMLFormElement | null, mark: () => void): void {
  // The fields are known to be wrong once they are drawn so.
  flushSync(mark)
  wrongField(form)?.focus()
}
