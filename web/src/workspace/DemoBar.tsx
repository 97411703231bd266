import { demo } from '@stowage/contract/demo'
import { useState } from 'react'
import { useAction } from '../app/api.ts'
import { Confirm } from '../parts/Confirm.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { exampleWords, useExampleRun } from './example.ts'
import { useCan } from './rights.ts'
import { useSlug } from './warehouses.ts'

/** Says that the data is an example and how far it is on its way, and takes it away. */
export function DemoBar() {
  const slug = useSlug()
  const { why } = useCan()
  const [asked, setAsked] = useState(false)
  const { data } = useExampleRun(slug)
  const remove = useAction(demo.remove)
  const run = data?.demo
  // Who may not see the settings sees that there are examples all the same.
  const state = run?.state ?? 'loaded'

  if (state === 'loading' || state === 'removing')
    return (
      <div className="flex flex-wrap items-center gap-x-3 py-1">
        <p className="font-medium">
          {state === 'loading' ? 'Loading example data…' : 'Removing example data…'}
        </p>
        <p role="status" className="sr-only">
          {run?.step}
        </p>
        {state === 'loading' && (
          <>
            <div
              role="progressbar"
              aria-label="Example data"
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={run?.percent ?? 0}
              className="h-2 w-full max-w-60 overflow-hidden rounded-full bg-surface"
            >
              <div className="h-full bg-accent" style={{ width: `${run?.percent ?? 0}%` }} />
            </div>
            <p aria-hidden>{`${run?.step ?? ''}: ${run?.percent ?? 0} %`}</p>
          </>
        )}
      </div>
    )
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <p>
        {state === 'failed'
          ? 'Couldn’t load all example data. Remove it and try again.'
          : exampleWords.text}
      </p>
      <Button
        look="quiet"
        className="px-2! text-inherit! underline underline-offset-3"
        why={why(demo.remove)}
        busy={remove.isPending && 'Removing…'}
        onClick={() => setAsked(true)}
      >
        {exampleWords.action}
      </Button>
      {remove.error && <ErrorBox error={remove.error} />}
      {asked && (
        <Confirm
          title="Remove example data?"
          consequence="All products, locations, receipts and stock history of this workspace are deleted, including anything you added. This can’t be undone."
          action="Remove"
          onCancel={() => setAsked(false)}
          onConfirm={() => {
            setAsked(false)
            remove.mutate({ params: { slug } })
          }}
        />
      )}
    </div>
  )
}
