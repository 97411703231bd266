import { adjustments, type Adjustment } from '@stowage/contract/warehouse/adjustments'
import { settings } from '@stowage/contract/warehouse/settings'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { load, useAction } from '../../app/api.ts'
import { Confirm } from '../../parts/Confirm.tsx'
import { useTenantUser } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { useCan } from '../../workspace/rights.ts'
import { RefusalBox } from '../../workspace/refusals/RefusalBox.tsx'
import { UndoDialog } from '../stock/UndoDialog.tsx'
import { touched as refresh } from './actions.ts'
import { EditDraft } from './EditDraft.tsx'

const ownWork =
  'Separation of duties is on. Someone else must approve adjustments you created or edited.'

/** What can be done with an adjustment in its state. */
export function AdjustmentActions({ slug, adjustment }: { slug: string; adjustment: Adjustment }) {
  const { why } = useCan()
  const me = useTenantUser()?.id
  const [asks, setAsks] = useState<'cancel' | 'reverse'>()
  const [isEditing, setIsEditing] = useState(false)
  const { state, number, moveId } = adjustment
  const rules = useQuery({
    ...load(settings.warehouse, { params: { slug } }),
    enabled: state === 'pending_approval',
  })
  const submit = useAction(adjustments.submit, { refresh })
  const approve = useAction(adjustments.approve, { refresh })
  const reject = useAction(adjustments.reject, { refresh })
  const cancel = useAction(adjustments.cancel, { refresh })
  const reverse = useAction(adjustments.reverse, { refresh })
  const all = [submit, approve, reject, cancel]
  const error = all.find((one) => one.error)?.error
  const call = {
    params: { slug, adjustmentId: adjustment.id },
    body: { version: adjustment.version },
  }
  const authors = [adjustment.createdBy, ...adjustment.editedBy]
  const isOwn = rules.data?.settings.separateDuties === true && authors.includes(me ?? null)

  const begin = () => {
    for (const one of all) one.reset()
    setAsks(undefined)
  }
  const run = (action: typeof submit | typeof reject, said?: string) => {
    begin()
    action.mutate(call, { onSuccess: () => said && toast(said) })
  }
  const postAndDisplace = (action: typeof submit) =>
    action.mutate({ ...call, body: { ...call.body, displace: true } })
  return (
    <div className="grid gap-4">
      {state === 'pending_approval' && (
        <Notice kind="warn">
          <p>
            This adjustment is above the approval limit. Stock changes once a member with approval
            rights approves it.
          </p>
        </Notice>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {state === 'draft' && !isEditing && (
          <>
            <Button
              look="primary"
              busy={submit.isPending && 'Posting…'}
              why={why(adjustments.submit)}
              onClick={() => run(submit)}
            >
              Post adjustment
            </Button>
            <Button
              why={why(adjustments.update)}
              onClick={() => {
                begin()
                setIsEditing(true)
              }}
            >
              Edit draft
            </Button>
            <Button look="danger" why={why(adjustments.cancel)} onClick={() => setAsks('cancel')}>
              Cancel adjustment…
            </Button>
          </>
        )}
        {state === 'pending_approval' && (
          <>
            <Button
              look="primary"
              busy={approve.isPending && 'Approving…'}
              why={why(adjustments.approve) ?? (isOwn ? ownWork : undefined)}
              onClick={() => run(approve, `${number} is approved and posted`)}
            >
              Approve and post
            </Button>
            <Button
              busy={reject.isPending && 'Rejecting…'}
              why={why(adjustments.reject)}
              onClick={() => run(reject, `${number} was returned to draft`)}
            >
              Reject
            </Button>
          </>
        )}
        {state === 'posted' && moveId !== null && (
          <Button
            why={why(adjustments.reverse)}
            onClick={() => {
              reverse.reset()
              setAsks('reverse')
            }}
          >
            Reverse adjustment…
          </Button>
        )}
      </div>
      {error && (
        <RefusalBox
          takesFocus
          error={error}
          fallback="Couldn’t change the adjustment"
          displacing={{
            action: 'Post and let these orders wait',
            why: why(adjustments.submit, 'stock.unreserve'),
            isPending: submit.isPending || approve.isPending,
            run: () => postAndDisplace(approve.error ? approve : submit),
          }}
        />
      )}
      {isEditing && state === 'draft' && (
        <EditDraft slug={slug} draft={adjustment} onDone={() => setIsEditing(false)} />
      )}
      {asks === 'cancel' && (
        <Confirm
          title={`Cancel ${number}?`}
          consequence="Stock doesn’t change. The adjustment stays in the list as cancelled and can’t be reopened."
          action="Cancel adjustment"
          onCancel={() => setAsks(undefined)}
          onConfirm={() => run(cancel)}
        />
      )}
      {asks === 'reverse' && moveId !== null && (
        <UndoDialog
          slug={slug}
          moveId={moveId}
          title={`Reverse ${number}?`}
          consequence="Opposite entries are posted to restore the earlier quantities. Both stay in the stock history."
          action="Reverse adjustment"
          undo={reverse}
          fallback="Couldn’t reverse the adjustment"
          onUndo={(note) =>
            reverse.mutate(
              { ...call, body: { ...call.body, ...note } },
              {
                onSuccess: () => {
                  toast(`${number} was reversed`)
                  setAsks(undefined)
                },
              },
            )
          }
          onClose={() => setAsks(undefined)}
        />
      )}
    </div>
  )
}
