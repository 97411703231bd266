import { returns, type CustomerReturn } from '@stowage/contract/orders/returns'
import type { labels } from '@stowage/contract/workspace/labels'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { Form } from '../../parts/Form.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { Refusal } from '../../workspace/refusals/Refusal.tsx'
import { RefusalBox } from '../../workspace/refusals/RefusalBox.tsx'
import { useCan } from '../../workspace/rights.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { returnReads as refresh } from './reads.ts'

type Props = { slug: string; shown: CustomerReturn }

/** What can follow, by the state of the return. */
export function ReturnActions({ slug, shown }: Props) {
  const { why, whyTo } = useCan()
  const paths = usePaths()
  const [asks, setAsks] = useState<Ending>()
  const authorize = useAction(returns.authorize, { refresh })
  const inspect = useAction(returns.inspect, { refresh })
  const closeIt = useAction(returns.close, { refresh })
  const refund = useAction(returns.requestRefund, { refresh })
  const { id: returnId, number, state, version, receivedAt, refundState, lines } = shown
  const call = { params: { slug, returnId }, body: { version } }
  const isOpen = state === 'requested' || state === 'authorized'
  const undecided = lines.find(({ items }) => items.some((item) => item.undecided !== '0'))
  const error = authorize.error ?? inspect.error ?? closeIt.error ?? refund.error
  return (
    <>
      <div className="flex flex-wrap justify-end gap-2">
        {state === 'requested' && (
          <>
            <Button
              look="primary"
              why={why(returns.authorize)}
              busy={authorize.isPending && 'Authorizing…'}
              onClick={() =>
                authorize.mutate(call, { onSuccess: () => toast(`${number} was authorized`) })
              }
            >
              Authorize return
            </Button>
            <Button why={why(returns.reject)} onClick={() => setAsks('reject')}>
              Reject…
            </Button>
          </>
        )}
        {state === 'received' && (
          <Button
            why={why(returns.inspect)}
            busy={inspect.isPending && 'Saving…'}
            onClick={() =>
              inspect.mutate(
                { ...call, body: { version, lines: [] } },
                { onSuccess: () => toast(`${number} was inspected`) },
              )
            }
          >
            Decide later
          </Button>
        )}
        {state === 'inspected' && (
          <Button
            look={undecided ? 'secondary' : 'primary'}
            why={
              why(returns.close) ?? (undecided && `Decide what becomes of ${undecided.sku} first.`)
            }
            busy={closeIt.isPending && 'Closing…'}
            onClick={() => closeIt.mutate(call, { onSuccess: () => toast(`${number} was closed`) })}
          >
            Close return
          </Button>
        )}
        {receivedAt !== null && (
          <Button
            why={
              why(returns.requestRefund) ??
              (refundState === 'requested' ? 'The refund was requested.' : undefined)
            }
            busy={refund.isPending && 'Requesting…'}
            onClick={() =>
              refund.mutate(call, { onSuccess: () => toast(`Refund of ${number} was requested`) })
            }
          >
            Request refund
          </Button>
        )}
        {isOpen && (
          <LinkButton
            href={paths.labels({ template: 'return', ids: [returnId] })}
            why={whyTo<typeof labels.print>('print.use')}
          >
            Print label
          </LinkButton>
        )}
        {isOpen && (
          <Button look="danger" why={why(returns.cancel)} onClick={() => setAsks('cancel')}>
            Cancel return…
          </Button>
        )}
      </div>
      {error && <RefusalBox takesFocus error={error} fallback="Couldn’t change the return" />}
      {asks && (
        <EndDialog slug={slug} shown={shown} ending={asks} onClose={() => setAsks(undefined)} />
      )}
    </>
  )
}

const endings = {
  reject: { title: 'Reject', action: 'Reject return', done: 'was rejected' },
  cancel: { title: 'Cancel', action: 'Cancel return', done: 'was cancelled' },
} as const
type Ending = keyof typeof endings

/** Asks why a return is rejected or cancelled. */
function EndDialog({
  slug,
  shown: { id: returnId, number, version },
  ending,
  onClose,
}: Props & { ending: Ending; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const end = useAction(returns[ending], { refresh })
  const { title, action, done } = endings[ending]
  return (
    <Form
      dialog={{ title: `${title} ${number}?`, onClose, cancel: 'Close' }}
      submit={action}
      submitting="Saving…"
      look="danger"
      saving={end.isPending}
      error={end.error}
      fallback="Couldn’t change the return"
      explained={<Refusal error={end.error} />}
      why={reason.trim() === '' ? 'Enter a reason first.' : undefined}
      onSubmit={() =>
        end.mutate(
          { params: { slug, returnId }, body: { version, reason: reason.trim() } },
          {
            onSuccess: () => {
              toast(`${number} ${done}`)
              onClose()
            },
          },
        )
      }
    >
      <p>Its items can be announced again.</p>
      <TextField
        label="Reason"
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </Form>
  )
}
