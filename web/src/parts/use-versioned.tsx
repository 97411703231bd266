import type { Route } from '@stowage/contract/route'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useWatch, type DefaultValues, type FieldValues, type UseFormReturn } from 'react-hook-form'
import type { ApiError } from '../app/transport.ts'
import { VersionConflict } from './VersionConflict.tsx'

type Versioned<In extends FieldValues, Out, Kept> = {
  form: UseFormReturn<In, unknown, Out>
  kept: Kept
  /** Returns the form values of a record. */
  typedOf: (kept: Kept) => In
  save: { error: ApiError | null; reset: () => void }
  /** Reads `kept` again when somebody else has changed it meanwhile. */
  read: Route
  /** In the order they are compared. */
  labels: Record<keyof In & string, string>
  /** How a value is written where it is not text already. */
  textOf?: (key: keyof In & string, values: In) => string
}

/**
 * A form over a record with versions. A newer version is taken over unless something was typed; one that
 * stands in the way of saving is shown by `conflict`.
 */
export function useVersioned<In extends FieldValues, Out, Kept extends { version: number }>(
  given: Versioned<In, Out, Kept>,
) {
  const { form, kept, typedOf, save, read, labels } = given
  const textOf = given.textOf ?? ((key, values) => String(values[key]))
  const queries = useQueryClient()
  const typed = useWatch({ control: form.control }) as In
  /** Record that the typed values are based on. */
  const base = useRef(kept)
  const { isDirty } = form.formState
  const takeOver = (newer: Kept) => {
    base.current = newer
    form.reset(typedOf(newer) as DefaultValues<In>)
  }
  useEffect(() => {
    if (isDirty || base.current.version === kept.version) return
    base.current = kept
    form.reset(typedOf(kept) as DefaultValues<In>)
  }, [kept, isDirty, form, typedOf])
  const isRefused = save.error?.code === 'version_conflict'
  useEffect(() => {
    if (isRefused) void queries.invalidateQueries({ queryKey: [read.path] })
  }, [isRefused, queries, read])

  /** Both versions and the choice between them, while a newer one stands in the way of `submit`. */
  const conflict = (submit: (values: Out) => void) => {
    // Only once the version that stands in the way is loaded.
    if (!isRefused || kept.version < Number(save.error?.body['currentVersion'])) return null
    const theirs = typedOf(kept)
    const keys = Object.keys(labels) as (keyof In & string)[]
    const rows = keys
      .filter((key) => JSON.stringify(typed[key]) !== JSON.stringify(theirs[key]))
      .map((key) => ({
        label: labels[key],
        mine: textOf(key, typed),
        theirs: textOf(key, theirs),
      }))
    return (
      <VersionConflict
        rows={rows}
        onKeepMine={() => {
          base.current = kept
          void form.handleSubmit(submit)()
        }}
        onTakeTheirs={() => {
          takeOver(kept)
          save.reset()
        }}
      />
    )
  }
  return {
    isDirty,
    takeOver,
    base: () => base.current,
    version: () => base.current.version,
    conflict,
  }
}
