import { flushSync } from 'react-dom'

/** Marks what is wrong in a form, by `mark`, and puts the focus into the first field that is. */
export function showWrong(form: HTMLFormElement | null, mark: () => void): void {
  // The fields are known to be wrong once they are drawn so.
  flushSync(mark)
  form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
}
