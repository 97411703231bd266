import { demo } from '@stowage/contract/warehouse/demo'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useAction } from '../api.ts'
import { Confirm } from '../parts/Confirm.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Notice } from '../ui/Notice.tsx'
import { exampleWords } from './example.ts'
import { demoOf } from './home.ts'
import { useCan } from './rights.ts'
import { useSlug } from './warehouses.ts'

/** Marks every page of a workspace of example data, shows how far it is on its way, and takes it away. */
export function DemoBar() {
  const slug = useSlug()
  const client = useQueryClient()
  const { can, why } = useCan()
  const [asked, setAsked] = useState(false)
  const { data } = useQuery({ ...demoOf(slug), enabled: can('platform.settings.read') })
  const remove = useAction(demo.remove, { refresh: [demo.show] })
  const run = data?.demo
  // Who may not see the settings sees that there are examples all the same.
  const state = run?.state ?? 'loaded'

  // When it has come or gone, every figure of the workspace is another.
  const before = useRef(state)
  useEffect(() => {
    if (before.current !== state && before.current !== 'none') void client.invalidateQueries()
    before.current = state
  }, [state, client])

  if (state === 'none') return null
  if (state === 'loading' || state === 'removing')
    return (
      <Notice kind="info">
        <p className="font-medium">
          {state === 'loading'
            ? 'Example data is being loaded.'
            : 'Example data is being taken away.'}
        </p>
        <p role="status" className="sr-only">
          {run?.step}
        </p>
        {state === 'loading' && (
          <div className="grid gap-1">
            <div
              role="progressbar"
              aria-label="Example data"
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={run?.percent ?? 0}
              className="h-2 w-full max-w-md overflow-hidden rounded-full bg-surface"
            >
              <div className="h-full bg-accent" style={{ width: `${run?.percent ?? 0}%` }} />
            </div>
            <p aria-hidden>{`${run?.step ?? ''}: ${run?.percent ?? 0} %`}</p>
          </div>
        )}
      </Notice>
    )
  return (
    <Notice kind={state === 'failed' ? 'warn' : 'info'}>
      <div className="flex flex-wrap items-center gap-3">
        <p>
          {state === 'failed'
            ? 'The example data could not be loaded completely. Take it away and try again.'
            : exampleWords.text}
        </p>
        <Button
          why={why('platform.settings.update')}
          busy={remove.isPending && 'Removing…'}
          onClick={() => setAsked(true)}
        >
          {exampleWords.action}
        </Button>
      </div>
      {remove.error && <ErrorBox error={remove.error} />}
      {asked && (
        <Confirm
          title="Remove the example data?"
          consequence="Every product, place, receipt and movement of this workspace goes away, also what was added since. This cannot be undone."
          action="Remove"
          onCancel={() => setAsked(false)}
          onConfirm={() => {
            setAsked(false)
            remove.mutate({ params: { slug } })
          }}
        />
      )}
    </Notice>
  )
}
