import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import {
  useWatch,
  type ArrayPath,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormReturn,
} from 'react-hook-form'

type FocusOf<Row> = {
  /** The field of a new row that is typed into first. */
  first: keyof Row & string
  /** The button that adds a row. */
  adder: RefObject<HTMLButtonElement | null>
}

/**
 * The rows of a list inside a form. The library's own hook for it weighs as much as a page may, and every
 * form of the product would carry it. The focus goes to the first field of a row that is added, and to the
 * button that adds when one is removed with what had the focus.
 */
export function useFormRows<In extends FieldValues, Out, Row>(
  form: UseFormReturn<In, unknown, Out>,
  name: ArrayPath<In>,
  { first, adder }: FocusOf<Row>,
) {
  const path = name as unknown as Path<In>
  // A list inside a row that was removed is rendered once more, without its values.
  const rows: readonly Row[] = useWatch({ control: form.control, name: path }) ?? []
  const set = (next: readonly Row[]) => {
    form.setValue(path, next as PathValue<In, Path<In>>, { shouldDirty: true })
    form.clearErrors(path)
  }
  const current = () => form.getValues(path) as readonly Row[]
  return {
    rows,
    append(row: Row) {
      const at = current().length
      flushSync(() => set([...current(), row]))
      form.setFocus(`${path}.${at}.${first}` as Path<In>)
    },
    remove(at: number) {
      // Rendered before the focus moves: a field that loses it would put its row back.
      flushSync(() => set(current().filter((_, index) => index !== at)))
      adder.current?.focus()
    },
  }
}
