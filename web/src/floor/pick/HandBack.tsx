import { batches } from '@stowage/contract/orders/batches'
import { picking, type OpenTask } from '@stowage/contract/orders/picking'
import { useAction } from '../../app/api.ts'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { FloorButton } from '../frame/FloorButton.tsx'

type Props = {
  slug: string
  task: OpenTask
  isOnline: boolean
  /** Gets what was handed back. */
  onDone: (what: string) => void
}

/** Gives the task back, or the batch it is in: somebody else may pick it. */
export function HandBack({ slug, task, isOnline, onDone }: Props) {
  const handBackTask = useAction(picking.handBack)
  const handBackBatch = useAction(batches.handBack)
  const handBack = task.batchId === null ? handBackTask : handBackBatch
  const done = (what: string) => ({ onSuccess: () => onDone(what) })
  return (
    <>
      {handBack.error && <ErrorBox error={handBack.error} fallback="Couldn’t hand it back" />}
      <FloorButton
        why={isOnline ? undefined : 'Handing back needs a connection.'}
        busy={handBack.isPending && 'Saving…'}
        onClick={() =>
          task.batchId === null
            ? handBackTask.mutate(
                { params: { slug }, body: { taskIds: [task.id] } },
                done(`${task.sku} from ${task.location}`),
              )
            : handBackBatch.mutate(
                { params: { slug, batchId: task.batchId } },
                done(task.batch ?? ''),
              )
        }
      >
        {task.batchId === null ? 'Hand back this task' : 'Hand back this batch'}
      </FloorButton>
    </>
  )
}
