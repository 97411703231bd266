import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { countOf } from '../../parts/selected.ts'
import { useSlug } from '../warehouses.ts'
import type { AnyStep } from './steps.ts'
import type { ManyOf, Row, Sent } from './take-many.ts'

const ManyDialog = lazyPart(() => import('./ManyDialog.tsx'), 'ManyDialog')
const ManyResult = lazyPart(() => import('./ManyResult.tsx'), 'ManyResult')

type Props<One> = ManyOf<One> & {
  /** The rows of the page. */
  rows: readonly One[]
}

/** Steps for all selected records: asks, takes them and shows what came of it. `ManyButtons` has the buttons. */
export function useMany<One extends Row>({ rows, ...of }: Props<One>) {
  const { selection } = of
  const slug = useSlug()
  const [asked, ask] = useState<AnyStep<never>>()
  const [undoError, onUndoFailed] = useState<Error>()
  const [progress, onProgress] = useState<{ done: number; total: number }>()
  const change = useMutation({
    mutationFn: async (sent: Sent) => {
      onUndoFailed(undefined)
      const { takeMany } = await import('./take-many.ts')
      return takeMany(sent, { ...of, slug, onProgress, onUndoFailed })
    },
    onSettled: () => onProgress(undefined),
  })
  const error = change.error ?? undoError ?? null
  return {
    ask,
    take: change.mutate,
    selection,
    rows,
    /** The step under way, and how far it is. */
    underWay: change.isPending ? change.variables.step : undefined,
    progress,
    dialog: asked && (
      <Suspense>
        <ManyDialog
          step={asked}
          count={countOf(selection)}
          onSubmit={(more) => {
            ask(undefined)
            change.mutate({ step: asked, more })
          }}
          onClose={() => ask(undefined)}
        />
      </Suspense>
    ),
    problem: (change.data ?? error) && (
      <Suspense>
        <ManyResult
          outcome={change.data}
          error={error}
          fallback={`Couldn’t change the ${change.variables?.step.noun.many}`}
          onDismiss={() => change.reset()}
        />
      </Suspense>
    ),
  }
}

export type Many = ReturnType<typeof useMany>
