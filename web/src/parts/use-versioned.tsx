import type { Route } from '@stowage/contract/route'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import {
  useWatch,
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
} from 'react-hook-form'
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

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

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
  /** Record that the typed values are based on; `defaultValues` are its values. */
  const base = useRef(kept)
  const { isDirty, defaultValues } = form.formState
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
  // Only once the version that stands in the way is loaded.
  const isCompared = isRefused && kept.version >= Number(save.error?.body['currentVersion'])
  const theirs = typedOf(kept)
  const isTyped = (key: string) => !isSame(typed[key], (defaultValues as Partial<In>)[key])
  const rows = (Object.keys(labels) as (keyof In & string)[])
    .filter((key) => isTyped(key) && !isSame(typed[key], theirs[key]))
    .map((key) => ({ label: labels[key], mine: textOf(key, typed), theirs: textOf(key, theirs) }))
  const isSettled = isCompared && rows.length === 0
  useEffect(() => {
    if (!isSettled) return
    takeOver(kept)
    save.reset()
  })

  /** Compares what was typed with the newer version that stands in the way of `submit`, and lets people choose. */
  const conflict = (submit: (values: Out) => void) => {
    if (!isCompared || isSettled) return null
    return (
      <VersionConflict
        rows={rows}
        onKeepMine={() => {
          base.current = kept
          // A field that was not typed in stays as the others left it.
          for (const key of Object.keys(theirs) as (keyof In & Path<In>)[])
            if (!isTyped(key)) form.setValue(key, theirs[key])
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
