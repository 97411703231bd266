import { orders, type Order, type holdKinds } from '@stowage/contract/orders/orders'
import { stock } from '@stowage/contract/warehouse/stock'
import { useState, type ReactNode } from 'react'
import { useAction } from '../../app/api.ts'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { RefusalBox } from '../../warehouse/RefusalBox.tsx'
import { useCan } from '../../workspace/rights.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { holdReasons, modeOptions } from '../words.ts'

type Props = { slug: string; order: Order }
type HoldKind = (typeof holdKinds)[number]

const refresh = [orders.list, orders.details, stock.levels, stock.buckets]

/** What can be done with an order in its state. */
export function OrderActions({ slug, order }: Props) {
  const { why } = useCan()
  const paths = usePaths()
  const [asks, setAsks] = useState<'confirm' | 'hold' | 'cancel'>()
  const release = useAction(orders.releaseHold, { refresh })
  const { state, number } = order
  const close = () => setAsks(undefined)
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-2">
        {state === 'draft' && (
          <Button look="primary" why={why('order.confirm')} onClick={() => setAsks('confirm')}>
            Confirm order…
          </Button>
        )}
        {state === 'confirmed' && (
          <Button why={why('order.hold')} onClick={() => setAsks('hold')}>
            Put on hold…
          </Button>
        )}
        {state === 'on_hold' && (
          <Button
            why={why('order.hold')}
            busy={release.isPending && 'Releasing…'}
            onClick={() =>
              release.mutate(
                {
                  params: { slug, orderId: order.id },
                  body: { version: order.version },
                },
                { onSuccess: () => toast(`${number} is no longer on hold`) },
              )
            }
          >
            Release hold
          </Button>
        )}
        <LinkButton href={paths.newOrder({ from: order.id })} why={why('order.create')}>
          Duplicate
        </LinkButton>
        {['draft', 'confirmed', 'on_hold'].includes(state) && (
          <Button look="danger" why={why('order.cancel')} onClick={() => setAsks('cancel')}>
            Cancel order…
          </Button>
        )}
      </div>
      {release.error && (
        <RefusalBox takesFocus error={release.error} fallback="Couldn’t release the hold" />
      )}
      {asks === 'confirm' && <ConfirmDialog slug={slug} order={order} onClose={close} />}
      {asks === 'hold' && <HoldDialog slug={slug} order={order} onClose={close} />}
      {asks === 'cancel' && <CancelDialog slug={slug} order={order} onClose={close} />}
    </div>
  )
}

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
      consequence="It keeps its reserved stock but can’t be released for picking."
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

function CancelDialog({ slug, order, onClose }: DialogProps) {
  const [reason, setReason] = useState('')
  const cancel = useAction(orders.cancel, { refresh })
  return (
    <StepDialog
      title={`Cancel ${order.number}?`}
      consequence="Its reserved stock goes to waiting orders first. A cancelled order can’t be reopened."
      action="Cancel order"
      isDanger
      change={cancel}
      why={reason.trim() === '' ? 'Enter a reason first.' : undefined}
      onClose={onClose}
      onSubmit={() =>
        cancel.mutate(
          {
            params: { slug, orderId: order.id },
            body: { version: order.version, reason: reason.trim() },
          },
          {
            onSuccess: () => {
              toast(`${order.number} was cancelled`)
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

type StepProps = {
  title: string
  consequence: string
  action: string
  isDanger?: boolean
  change: { isPending: boolean; error: Error | null }
  why?: string | undefined
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** Asks before a step of the order, with what has to be said for it. */
function StepDialog(props: StepProps) {
  const { title, consequence, action, change, why, onSubmit, onClose, children } = props
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!change.isPending && !why) onSubmit()
        }}
      >
        <p>{consequence}</p>
        {children}
        {change.error && (
          <RefusalBox takesFocus error={change.error} fallback="Couldn’t change the order" />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Close</Button>
          <Button
            type="submit"
            look={props.isDanger ? 'danger' : 'primary'}
            why={why}
            busy={change.isPending && 'Saving…'}
          >
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
