import {
  useWatch,
  type ArrayPath,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormReturn,
} from 'react-hook-form'

/**
 * The rows of a list inside a form. The library's own hook for it weighs as much as a page may, and every
 * form of the product would carry it.
 */
export function useFormRows<In extends FieldValues, Out, Row>(
  form: UseFormReturn<In, unknown, Out>,
  name: ArrayPath<In>,
) {
  const path = name as unknown as Path<In>
  const rows = useWatch({ control: form.control, name: path }) as readonly Row[]
  const set = (next: readonly Row[]) => {
    form.setValue(path, next as PathValue<In, Path<In>>, { shouldDirty: true })
    form.clearErrors(path)
  }
  return {
    rows,
    append: (row: Row) => set([...(form.getValues(path) as readonly Row[]), row]),
    remove: (at: number) =>
      set((form.getValues(path) as readonly Row[]).filter((_, index) => index !== at)),
  }
}
