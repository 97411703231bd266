import { batches } from '@stowage/contract/orders/batches'
import { picking, type OpenTask } from '@stowage/contract/orders/picking'
import { lazy, Suspense, useState } from 'react'
import { useAction } from '../../app/api.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import type { Said } from './Answer.tsx'
import { FloorButton } from './FloorButton.tsx'

const CameraDialog = lazy(() => import('../../workspace/scan/CameraDialog.tsx'))

type Props = {
  slug: string
  task: OpenTask
  isOnline: boolean
  /** Undefined while nothing is to be scanned. */
  onTypeCode: (() => void) | undefined
  onSay: (said: Said) => void
  onClose: () => void
}

/** What is needed less often: other ways to scan, and giving the task back. */
export function MoreDialog({ slug, task, isOnline, onTypeCode, onSay, onClose }: Props) {
  const [hasCamera, setCamera] = useState(false)
  const handBackTask = useAction(picking.handBack, { refresh: [picking.list] })
  const handBackBatch = useAction(batches.handBack, {
    refresh: [picking.list, batches.list, batches.details],
  })
  const handBack = task.batchId === null ? handBackTask : handBackBatch
  const handedBack = (what: string) => ({
    onSuccess: () => {
      onClose()
      onSay({ tone: 'ok', text: `Handed back: ${what}` })
    },
  })
  const nothingToScan = onTypeCode ? undefined : 'Everything is scanned. Confirm the pick.'
  if (hasCamera)
    return (
      <Suspense>
        <CameraDialog onClose={onClose} />
      </Suspense>
    )
  return (
    <Dialog title="More" onClose={onClose}>
      <div className="grid gap-2">
        {handBack.error && <ErrorBox error={handBack.error} fallback="Couldn’t hand it back" />}
        <FloorButton why={nothingToScan} onClick={() => onTypeCode?.()}>
          Type a code
        </FloorButton>
        <FloorButton
          why={nothingToScan ?? (isOnline ? undefined : 'The camera needs a connection.')}
          onClick={() => setCamera(true)}
        >
          Use the camera
        </FloorButton>
        <FloorButton
          why={isOnline ? undefined : 'Handing back needs a connection.'}
          busy={handBack.isPending && 'Saving…'}
          onClick={() =>
            task.batchId === null
              ? handBackTask.mutate(
                  { params: { slug }, body: { taskIds: [task.id] } },
                  handedBack(`${task.sku} from ${task.location}`),
                )
              : handBackBatch.mutate(
                  { params: { slug, batchId: task.batchId } },
                  handedBack(task.batch ?? ''),
                )
          }
        >
          {task.batchId === null ? 'Hand back this task' : 'Hand back this batch'}
        </FloorButton>
        <FloorButton onClick={onClose}>Close</FloorButton>
      </div>
    </Dialog>
  )
}
