import { waves, type Wave } from '@stowage/contract/orders/waves'
import { lazy, Suspense, useState } from 'react'
import { useAction } from '../../app/api.ts'
import { Confirm } from '../../parts/Confirm.tsx'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { RefusalBox } from '../../workspace/refusals/RefusalBox.tsx'
import { useCan } from '../../workspace/rights.ts'
import { NewBatchButton } from '../batches/NewBatchButton.tsx'
import { waveReads as refresh } from './reads.ts'

const WaveDialog = lazy(() => import('./WaveDialog.tsx'))

/** What can follow, by the state of the wave. */
export function WaveActions({ slug, wave }: { slug: string; wave: Wave }) {
  const { why } = useCan()
  const [isCancelling, setCancelling] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const release = useAction(waves.release, { refresh })
  const cancel = useAction(waves.cancel, { refresh })
  const call = { params: { slug, waveId: wave.id }, body: { version: wave.version } }
  const { state, number } = wave
  const error = release.error ?? cancel.error
  return (
    <>
      {(state === 'draft' || state === 'released') && (
        <Button
          why={why(waves.cancel)}
          busy={cancel.isPending && 'Cancelling…'}
          onClick={() => setCancelling(true)}
        >
          Cancel wave…
        </Button>
      )}
      {state === 'draft' && (
        <Button why={why(waves.update)} onClick={() => setEditing(true)}>
          Edit wave…
        </Button>
      )}
      {state === 'draft' && (
        <Button
          look="primary"
          why={why(waves.release)}
          busy={release.isPending && 'Releasing…'}
          onClick={() => release.mutate(call)}
        >
          Release wave
        </Button>
      )}
      {(state === 'released' || state === 'in_progress') && (
        <NewBatchButton look="primary" wave={wave} />
      )}
      {error && <RefusalBox takesFocus error={error} fallback="Couldn’t change the wave" />}
      {isEditing && (
        <Suspense>
          <WaveDialog
            slug={slug}
            wave={wave}
            onSaved={() => {
              setEditing(false)
              toast(`${number} was saved`)
            }}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      )}
      {isCancelling && (
        <Confirm
          title={`Cancel ${number}?`}
          consequence={
            state === 'draft'
              ? 'A cancelled wave can’t be released. Create another one instead.'
              : 'Its orders are taken back and can be released again.'
          }
          action="Cancel wave"
          onConfirm={() => {
            setCancelling(false)
            cancel.mutate(call, { onSuccess: () => toast(`${number} was cancelled`) })
          }}
          onCancel={() => setCancelling(false)}
        />
      )}
    </>
  )
}
