import { useEffect, useRef } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import type { ApiError } from '../transport.ts'

/**
 * A form over a record with versions. A newer version is taken over unless something was typed; one that
 * stands in the way of saving is the conflict to be shown.
 */
export function useVersioned<In extends FieldValues, Out, Kept extends { version: number }>(
  form: UseFormReturn<In, unknown, Out>,
  kept: Kept,
  typedOf: (kept: Kept) => DefaultValues<In>,
  error: ApiError | null,
) {
  /** The version the typed values were based on. */
  const base = useRef(kept.version)
  const { isDirty } = form.formState
  const takeOver = (newer: Kept) => {
    base.current = newer.version
    form.reset(typedOf(newer))
  }
  useEffect(() => {
    if (isDirty || base.current === kept.version) return
    base.current = kept.version
    form.reset(typedOf(kept))
  }, [kept, isDirty, form, typedOf])
  return {
    isDirty,
    takeOver,
    version: () => base.current,
    /** What was typed is meant, whatever was saved meanwhile. */
    keepMine: () => {
      base.current = kept.version
    },
    /** Only once the version that stands in the way is loaded. */
    isConflict:
      error?.code === 'version_conflict' && kept.version >= Number(error.body['currentVersion']),
  }
}
