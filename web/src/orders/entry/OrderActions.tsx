import { releases } from '@stowage/contract/orders/releases'
import { orders, type Order, type holdKinds } from '@stowage/contract/orders/orders'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { RefusalBox } from '../../warehouse/refusals/RefusalBox.tsx'
import { useCan } from '../../workspace/rights.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { PrintDocuments } from '../papers/PrintDocuments.tsx'
import { changed as refresh } from './changed.ts'
import { EditOrderDialog } from './EditOrderDialog.tsx'
import { ReleaseDialog } from './ReleaseDialog.tsx'
import { putBackText } from './put-back.ts'
import { StepDialog } from './StepDialog.tsx'
import { holdReasons, isReleased, modeOptions } from './words.ts'

type Props = { slug: string; order: Order }
type HoldKind = (typeof holdKinds)[number]

/** What can be done with an order in its state. */
export function OrderActions({ slug, order }: Props) {
  const { why } = useCan()
  const paths = usePaths()
  const [asks, setAsks] = useState<
    'confirm' | 'release' | 'edit' | 'hold' | 'cancel' | 'closeShort'
  >()
  const endHold = useAction(orders.releaseHold, { refresh })
  const unrelease = useAction(releases.unrelease, { refresh })
  const { state, number } = order
  const call = { params: { slug, orderId: order.id }, body: { version: order.version } }
  const canRelease = isReleasable(order)
  const close = () => setAsks(undefined)
  return (
    <>
      <div className="flex flex-wrap justify-end gap-2">
        {state === 'draft' && (
          <Button look="primary" why={why('order.confirm')} onClick={() => setAsks('confirm')}>
            Confirm order…
          </Button>
        )}
        {canRelease && (
          <Button look="primary" why={why('order.release')} onClick={() => setAsks('release')}>
            {state === 'confirmed' ? 'Release order…' : 'Release the rest…'}
          </Button>
        )}
        {state === 'released' && (
          <Button
            why={why('order.release')}
            busy={unrelease.isPending && 'Taking back…'}
            onClick={() =>
              unrelease.mutate(call, {
                onSuccess: () => toast(`${number} is no longer released`),
              })
            }
          >
            Unrelease
          </Button>
        )}
        {['draft', 'confirmed', 'on_hold'].includes(state) && (
          <Button why={why('order.update')} onClick={() => setAsks('edit')}>
            Edit order…
          </Button>
        )}
        {(state === 'confirmed' || state === 'released') && (
          <Button why={why('order.hold')} onClick={() => setAsks('hold')}>
            Put on hold…
          </Button>
        )}
        {state === 'on_hold' && (
          <Button
            why={why('order.hold')}
            busy={endHold.isPending && 'Releasing…'}
            onClick={() =>
              endHold.mutate(call, { onSuccess: () => toast(`${number} is no longer on hold`) })
            }
          >
            Release hold
          </Button>
        )}
        <LinkButton href={paths.newOrder({ from: order.id })} why={why('order.create')}>
          Duplicate
        </LinkButton>
        {order.fulfillmentState !== 'none' && (
          <LinkButton href={paths.newReturn({ order: order.id })} why={why('return.create')}>
            Create return
          </LinkButton>
        )}
        <PrintDocuments of="orders" what={number} collect={() => Promise.resolve([order.id])} />
        {['draft', 'confirmed', 'on_hold', 'released', 'in_fulfillment'].includes(state) && (
          <Button look="danger" why={why('order.cancel')} onClick={() => setAsks('cancel')}>
            Cancel order…
          </Button>
        )}
        {state === 'partially_shipped' && (
          <Button look="danger" why={why('order.cancel')} onClick={() => setAsks('closeShort')}>
            Close short…
          </Button>
        )}
      </div>
      {endHold.error && (
        <RefusalBox takesFocus error={endHold.error} fallback="Couldn’t release the hold" />
      )}
      {unrelease.error && (
        <RefusalBox takesFocus error={unrelease.error} fallback="Couldn’t take back the release" />
      )}
      {asks === 'confirm' && <ConfirmDialog slug={slug} order={order} onClose={close} />}
      {asks === 'release' && <ReleaseDialog slug={slug} order={order} onClose={close} />}
      {asks === 'edit' && <EditOrderDialog slug={slug} order={order} onClose={close} />}
      {asks === 'hold' && <HoldDialog slug={slug} order={order} onClose={close} />}
      {(asks === 'cancel' || asks === 'closeShort') && (
        <EndDialog slug={slug} order={order} end={asks} onClose={close} />
      )}
    </>
  )
}

/** Whether some of an order is reserved and not released for picking. */
const isReleasable = ({ state, lines }: Order) =>
  state === 'confirmed' ||
  (isReleased(state) &&
    lines.some(({ claims }) => claims.some(({ promised, allocated }) => promised !== allocated)))

type DialogProps = Props & { onClose: () => void }

function ConfirmDialog({ slug, order, onClose }: DialogProps) {
  const [mode, setMode] = useState('')
  const confirm = useAction(orders.confirm, { refresh })
  return (
    <StepDialog
      title={`Confirm ${order.number}?`}
      consequence="Stock is reserved for its lines."
      action="Confirm order"
      change={confirm}
      onClose={onClose}
      onSubmit={() =>
        confirm.mutate(
          {
            params: { slug, orderId: order.id },
            body: { version: order.version, ...(mode && { mode: mode as 'strict' }) },
          },
          {
            onSuccess: ({ order: { number, reservationState } }) => {
              toast(
                reservationState === 'full'
                  ? `${number} was confirmed, all lines are reserved`
                  : `${number} was confirmed, some lines wait for stock`,
              )
              onClose()
            },
          },
        )
      }
    >
      <Select
        label="Items that are not available"
        options={[{ value: '', label: `As set for channel ${order.channel}` }, ...modeOptions]}
        value={mode}
        onChange={({ target }) => setMode(target.value)}
      />
    </StepDialog>
  )
}

function HoldDialog({ slug, order, onClose }: DialogProps) {
  const [kind, setKind] = useState<HoldKind>('manual')
  const [note, setNote] = useState('')
  const hold = useAction(orders.hold, { refresh })
  return (
    <StepDialog
      title={`Put ${order.number} on hold?`}
      consequence="It keeps its reserved stock. Nothing is picked for it until the hold is released."
      action="Put on hold"
      change={hold}
      onClose={onClose}
      onSubmit={() =>
        hold.mutate(
          {
            params: { slug, orderId: order.id },
            body: { version: order.version, kind, note: note.trim() },
          },
          {
            onSuccess: () => {
              toast(`${order.number} is on hold`)
              onClose()
            },
          },
        )
      }
    >
      <Select
        label="Reason"
        options={Object.entries(holdReasons).map(([value, label]) => ({ value, label }))}
        value={kind}
        onChange={({ target }) => setKind(target.value as HoldKind)}
      />
      <TextArea
        label="Note"
        maxLength={1000}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </StepDialog>
  )
}

const ends = {
  cancel: {
    title: 'Cancel',
    consequence:
      'Its reserved stock goes to waiting orders first. A cancelled order can’t be reopened.',
    action: 'Cancel order',
    done: 'was cancelled',
  },
  closeShort: {
    title: 'Close short',
    consequence:
      'What was not shipped is cancelled, and its stock goes to waiting orders first. The order can’t be reopened.',
    action: 'Close order short',
    done: 'was closed short',
  },
} as const

function EndDialog({ slug, order, end, onClose }: DialogProps & { end: keyof typeof ends }) {
  const [reason, setReason] = useState('')
  const change = useAction(orders[end], { refresh })
  const { title, consequence, action, done } = ends[end]
  return (
    <StepDialog
      title={`${title} ${order.number}?`}
      consequence={consequence}
      action={action}
      isDanger
      change={change}
      why={reason.trim() === '' ? 'Enter a reason first.' : undefined}
      onClose={onClose}
      onSubmit={() =>
        change.mutate(
          {
            params: { slug, orderId: order.id },
            body: { version: order.version, reason: reason.trim() },
          },
          {
            onSuccess: ({ putBack }) => {
              toast(`${order.number} ${done}${putBackText(putBack)}`)
              onClose()
            },
          },
        )
      }
    >
      <TextField
        label="Reason"
        maxLength={200}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </StepDialog>
  )
}
