import type { Route } from '@stowage/contract/route'
import { maxSelected } from '@stowage/contract/lists'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import type { ExportOf } from './export-of.ts'

const ExportDialog = lazy(async () => ({
  // `lazy` keeps no parameters of types; the props of the button are checked instead.
  default: (await import('./ExportDialog.tsx')).ExportDialog<Route>,
}))

/** Saves a list as a file: all of it, with the filters that are set. `label` where a page has several. */
export function ExportButton<R extends Route>(props: ExportOf<R> & { label?: string }) {
  const [open, setOpen] = useState(false)
  const isTooMany = (props.selection?.chosen.size ?? 0) > maxSelected
  const tooMany = isTooMany
    ? `At most ${maxSelected} rows can be picked out for a file. Narrow the list and select all that match.`
    : undefined
  return (
    <>
      <Button why={props.why ?? tooMany} onClick={() => setOpen(true)}>
        {props.label ?? (props.selection ? 'Export selected' : 'Export')}
      </Button>
      {open && (
        <Suspense>
          <ExportDialog {...(props as unknown as ExportOf<Route>)} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
