import { batches, type Batch } from '@stowage/contract/orders/batches'
import type { UnprintableMode } from '@stowage/contract/unprintable'
import type { settings } from '@stowage/contract/warehouse/settings'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useAction } from '../../app/api.ts'
import { download } from '../../app/download.ts'
import { lazyPart } from '../../app/lazy-part.ts'
import { saveFile } from '../../app/save-file.ts'
import { isUnprintable } from '../../app/unprintable.ts'
import { Confirm } from '../../parts/Confirm.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { PrintRefusal } from '../../parts/PrintRefusal.tsx'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { RefusalBox } from '../../workspace/refusals/RefusalBox.tsx'
import { useCan } from '../../workspace/rights.ts'
import { lastPaper } from '../../workspace/scan/device.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { batchReads as refresh } from './reads.ts'

const AssignDialog = lazyPart(() => import('../picking/AssignDialog.tsx'), 'AssignDialog')

type Ending = 'cancel' | 'complete'

const endings = {
  cancel: {
    action: 'Cancel batch',
    consequence: 'Its tasks can be picked one by one, or batched again.',
    done: 'was cancelled',
  },
  complete: {
    action: 'Complete batch',
    consequence: 'What is not picked leaves the batch and can be picked by anyone.',
    done: 'was completed',
  },
} as const

/** What can follow, by the state of the batch. */
export function BatchActions({ slug, batch }: { slug: string; batch: Batch }) {
  const { why, whyTo } = useCan()
  const paths = usePaths()
  const [ending, setEnding] = useState<Ending>()
  const [isAssigning, setAssigning] = useState(false)
  const cancel = useAction(batches.cancel, { refresh })
  const complete = useAction(batches.complete, { refresh })
  const assign = useAction(batches.assign, { refresh })
  const print = useMutation({
    mutationFn: (unprintable: UnprintableMode) => savePdf(slug, batch, unprintable),
  })
  const { id: batchId, number, state } = batch
  const params = { slug, batchId }
  const isOpen = state === 'open' || state === 'in_progress'
  const error = cancel.error ?? complete.error ?? print.error
  const steps = { cancel, complete }
  return (
    <>
      <Button busy={print.isPending && 'Creating PDF…'} onClick={() => print.mutate('refuse')}>
        Print pick list
      </Button>
      {isOpen && (
        <Button
          why={why(batches.assign) ?? whyTo<typeof settings.members>('platform.member.read')}
          onClick={() => setAssigning(true)}
        >
          Assign…
        </Button>
      )}
      {state === 'open' && (
        <Button
          why={why(batches.cancel)}
          busy={cancel.isPending && 'Cancelling…'}
          onClick={() => setEnding('cancel')}
        >
          Cancel batch…
        </Button>
      )}
      {state === 'in_progress' && (
        <Button
          why={why(batches.complete)}
          busy={complete.isPending && 'Completing…'}
          onClick={() => setEnding('complete')}
        >
          Complete batch…
        </Button>
      )}
      {isOpen && (
        <LinkButton
          look="primary"
          href={paths.floorPick({ batch: batchId })}
          why={why(batches.complete)}
        >
          Pick on the floor
        </LinkButton>
      )}
      {isUnprintable(error) ? (
        <PrintRefusal error={error} onBox={() => print.mutate('box')} />
      ) : (
        error && <RefusalBox takesFocus error={error} fallback="Couldn’t change the batch" />
      )}
      {ending && (
        <Confirm
          title={`${endings[ending].action} ${number}?`}
          consequence={endings[ending].consequence}
          action={endings[ending].action}
          onConfirm={() => {
            setEnding(undefined)
            steps[ending].mutate(
              { params },
              { onSuccess: () => toast(`${number} ${endings[ending].done}`) },
            )
          }}
          onCancel={() => setEnding(undefined)}
        />
      )}
      {isAssigning && (
        <Suspense>
          <AssignDialog
            slug={slug}
            noun="batch"
            count={number}
            isSaving={assign.isPending}
            error={assign.error}
            onAssign={({ id, name }) =>
              assign.mutate(
                { params, body: { memberId: id } },
                {
                  onSuccess: () => {
                    toast(id === null ? `${number} is free` : `${number} is assigned to ${name}`)
                    setAssigning(false)
                  },
                },
              )
            }
            onClose={() => setAssigning(false)}
          />
        </Suspense>
      )}
    </>
  )
}

/** In walking order, on the paper of this device. */
async function savePdf(slug: string, { id: batchId }: Batch, unprintable: UnprintableMode) {
  const call = {
    params: { slug, batchId },
    query: { size: lastPaper().size, unprintable },
  }
  const { signal } = new AbortController()
  const { name, content } = await download(batches.pickList, call, { signal, onPiece: () => {} })
  saveFile(name, content, 'application/pdf')
}
