import { picking, type OpenTask } from '@stowage/contract/orders/picking'
import { maxSelected } from '@stowage/contract/lists'
import type { settings } from '@stowage/contract/warehouse/settings'
import { Suspense, useState } from 'react'
import { useAction } from '../../app/api.ts'
import { formatCount } from '../../app/format.ts'
import { lazyPart } from '../../app/lazy-part.ts'
import { useTenantUser } from '../../app/session.ts'
import { countOf, idsOf, whyNotThese, type ReadPage } from '../../parts/selected.ts'
import type { Selection } from '../../parts/selection.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { toast } from '../../ui/toast.ts'
import { useCan } from '../../workspace/rights.ts'
import { useSlug } from '../../workspace/warehouses.ts'

const AssignDialog = lazyPart(() => import('./AssignDialog.tsx'), 'AssignDialog')

const tasksText = (count: number) => (count === 1 ? '1 task' : `${formatCount(count)} tasks`)

type Assigned = { assignedTo: string | null }[]

/** Returns the buttons that assign the selected tasks, and the result of the last one. */
export function useTaskActions(selection: Selection, read: ReadPage<OpenTask>) {
  const slug = useSlug()
  const me = useTenantUser()?.id
  const { why, whyTo } = useCan()
  const [isAssigning, setAssigning] = useState(false)
  const [isReading, setReading] = useState(false)
  const [error, setError] = useState<unknown>()
  const claim = useAction(picking.claim)
  const handBack = useAction(picking.handBack)
  const assign = useAction(picking.assign)
  const tooMany = whyNotThese(selection, maxSelected)

  const change = async (run: (taskIds: string[]) => Promise<string>) => {
    setError(undefined)
    setReading(true)
    try {
      toast(await run(await idsOf(selection, read, maxSelected)))
      selection.clear()
      setAssigning(false)
    } catch (failure) {
      setError(failure)
    } finally {
      setReading(false)
    }
  }
  const of = (
    taskIds: string[],
    tasks: Assigned,
    to: string | null | undefined,
    notice: string,
  ) => {
    const changed = tasks.filter(({ assignedTo }) => assignedTo === to).length
    const rest = taskIds.length - changed
    return `${tasksText(changed)} ${notice}${rest > 0 ? `. Not changed: ${tasksText(rest)} of others, of batches or already picked` : ''}`
  }
  const steps = [
    {
      name: 'Claim',
      step: claim,
      whyNot: why(picking.claim),
      run: async (taskIds: string[]) => {
        const { tasks } = await claim.mutateAsync({ params: { slug }, body: { taskIds } })
        return of(taskIds, tasks, me, 'yours')
      },
    },
    {
      name: 'Hand back',
      step: handBack,
      whyNot: why(picking.handBack),
      run: async (taskIds: string[]) => {
        const { tasks } = await handBack.mutateAsync({ params: { slug }, body: { taskIds } })
        return of(taskIds, tasks, null, 'free')
      },
    },
  ]
  return {
    buttons: (
      <>
        {steps.map(({ name, step, whyNot, run }) => (
          <Button
            key={name}
            why={whyNot ?? tooMany}
            busy={(step.isPending || isReading) && !isAssigning && 'Saving…'}
            onClick={() => void change(run)}
          >
            {name}
          </Button>
        ))}
        <Button
          why={
            why(picking.assign) ?? whyTo<typeof settings.members>('platform.member.read') ?? tooMany
          }
          onClick={() => setAssigning(true)}
        >
          Assign…
        </Button>
      </>
    ),
    problem: error !== undefined && !isAssigning && (
      <ErrorBox error={error} fallback="Couldn’t change the tasks" />
    ),
    dialog: isAssigning && (
      <Suspense>
        <AssignDialog
          slug={slug}
          count={tasksText(countOf(selection))}
          isSaving={isReading}
          error={error instanceof Error ? error : null}
          onAssign={({ id, name }) =>
            void change(async (taskIds) => {
              const body = { taskIds, memberId: id }
              const { tasks } = await assign.mutateAsync({ params: { slug }, body })
              return of(taskIds, tasks, id, id === null ? 'free' : `assigned to ${name}`)
            })
          }
          onClose={() => {
            setAssigning(false)
            setError(undefined)
          }}
        />
      </Suspense>
    ),
  }
}
