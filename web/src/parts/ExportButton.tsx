import type { Route } from '@stowage/contract/route'
import { mostPicked } from '@stowage/contract/warehouse/fields'
import { lazy, Suspense, useState } from 'react'
import type { CallOf } from '../transport.ts'
import { Button } from '../ui/Button.tsx'
import type { PageReply } from './list.ts'
import type { Selection } from './selection.ts'

const ExportDialog = lazy(async () => ({
  // `lazy` keeps no parameters of types; the props of the button are checked instead.
  default: (await import('./ExportDialog.tsx')).ExportDialog<Route>,
}))

export type ExportOf<R extends Route> = {
  /** A list that can be asked for with `format=csv`. */
  route: R
  /** The call of the list as it is shown; its page and its length do not matter. */
  call: CallOf<R>
  /** What the rows are, as in `12 products`: a plural that ends in s. */
  rows: string
  /** The page that is shown, which knows how many rows there are. */
  reply: PageReply | undefined
  why?: string | undefined
  /** Only these rows of it are wanted; the call then names them, unless all that match are marked. */
  selection?: Selection
}

/** Saves a list as a file: all of it, with the filters that are set. */
export function ExportButton<R extends Route>(props: ExportOf<R>) {
  const [open, setOpen] = useState(false)
  const isTooMany = (props.selection?.chosen.size ?? 0) > mostPicked
  const tooMany = isTooMany
    ? `At most ${mostPicked} rows can be picked out for a file. Narrow the list and select all that match.`
    : undefined
  return (
    <>
      <Button why={props.why ?? tooMany} onClick={() => setOpen(true)}>
        {props.selection ? 'Export selected' : 'Export'}
      </Button>
      {open && (
        <Suspense>
          <ExportDialog {...(props as unknown as ExportOf<Route>)} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
