import { useEffect, useRef, useState } from 'react'
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { dropDraft, findDraft, keepDraft, offerDraft } from '../app/drafts.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

/** Ties a form to its draft: kept when the form or its document goes away unsent, offered when it comes back. */
export function useDraft<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  draft: { name: string; account: string } | undefined,
) {
  const { name, account } = draft ?? { name: '', account: '' }
  const [found, setFound] = useState(() => (name ? findDraft(name, account) : undefined))
  const { isDirty } = form.formState
  const dirty = useRef(isDirty)
  useEffect(() => {
    dirty.current = isDirty
  }, [isDirty])

  useEffect(() => {
    if (!name) return
    const typed = () => (dirty.current ? form.getValues() : undefined)
    const keep = () => {
      const values = typed()
      if (values) keepDraft(name, account, values)
    }
    const withdraw = offerDraft(name, typed)
    // The document may be left while the form is open: by a reload, or by a session that another tab has ended.
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      withdraw()
      keep()
    }
  }, [name, account, form])

  const forget = () => {
    dropDraft(name, account)
    setFound(undefined)
  }
  const restore = () => {
    for (const [key, value] of Object.entries((found ?? {}) as DefaultValues<In>))
      form.setValue(key as Path<In>, value as PathValue<In, Path<In>>, { shouldDirty: true })
    forget()
  }
  return { offered: found !== undefined && !isDirty, restore, forget }
}

export function Draft({
  offered,
  restore,
  forget,
}: {
  offered: boolean
  restore: () => void
  forget: () => void
}) {
  if (!offered) return null
  return (
    <Notice kind="info">
      <p>You typed something here that was not sent.</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={restore}>Restore your unsaved work</Button>
        <Button look="quiet" onClick={forget}>
          Forget it
        </Button>
      </div>
    </Notice>
  )
}
