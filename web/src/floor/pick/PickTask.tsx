import { picking, type OpenTask } from '@stowage/contract/orders/picking'
import type { Reply } from '@stowage/contract/route'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { send } from '../../app/api.ts'
import { formatQuantity } from '../../app/format.ts'
import { withoutZeros } from '../../app/quantity.ts'
import { useCan } from '../../workspace/rights.ts'
import { inWords } from '../../workspace/refusals/in-words.ts'
import { signal } from '../../workspace/scan/signals.ts'
import { compareQuantities, isMoreThanZero } from '../../warehouse/products/quantities.ts'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import type { Answer as ScanAnswer } from '../../workspace/scan/queue.ts'
import { Answer } from '../frame/Answer.tsx'
import { CodeDialog } from '../frame/CodeDialog.tsx'
import { FloorButton } from '../frame/FloorButton.tsx'
import { FloorFrame } from '../frame/FloorFrame.tsx'
import { HandBack } from './HandBack.tsx'
import { Instruction } from './Instruction.tsx'
import { MoreDialog } from '../frame/MoreDialog.tsx'
import { keep } from '../outbox/outbox.ts'
import { Quantity } from '../frame/Quantity.tsx'
import { QuantityDialog } from '../frame/QuantityDialog.tsx'
import { stoppedText } from './stopped-lots.ts'
import type { useOutbox } from '../outbox/use-outbox.ts'
import { usePickScans } from './use-pick-scans.ts'

type Short = Reply<typeof picking.short>

const ShortDialog = lazy(() => import('./ShortDialog.tsx'))

type Props = {
  slug: string
  /** With what is left to pick of it. */
  task: OpenTask
  title: string
  head: ReactNode
  outbox: ReturnType<typeof useOutbox>
  notice: ScanAnswer | undefined
  /** The location is scanned, for this task or for the one before. */
  isHere: boolean
  onHere: (isHere: boolean) => void
  /** The code that stands for the item, once it is scanned at this stop. */
  item: string | undefined
  onItem: (code: string | undefined) => void
  /** How the stop is split over the slots of a batch. */
  slots?: ReactNode
  onSay: (notice: ScanAnswer | undefined) => void
  /** Undefined where no other task is left. */
  onSkip: (() => void) | undefined
  /** Something was picked of it, or all. */
  onDone: (isWhole: boolean) => void
}

function shortText({ sku, location }: OpenTask, { waits, replacements }: Short): string {
  const instead = replacements.map((one) => `${formatQuantity(one.qty)} from ${one.location}`)
  return [
    `Short: ${sku} in ${location}.`,
    ...(instead.length > 0 ? [`Pick instead: ${instead.join(', ')}.`] : []),
    ...(isMoreThanZero(waits) ? [`${formatQuantity(waits)} not found elsewhere.`] : []),
  ].join(' ')
}

const codeLabels = {
  location: 'Code of the location',
  item: 'SKU or barcode of the item',
  tote: 'Code of the tote',
}

/** Claims the replacement tasks of a short pick for this member. Tasks of a batch stay in the batch. */
async function takeInstead(slug: string, task: OpenTask, { replacements }: Short) {
  if (task.batchId !== null) return
  const body = { taskIds: replacements.map(({ id }) => id) }
  if (body.taskIds.length > 0) await send(picking.claim, { params: { slug }, body }).catch(() => {})
}

/** One task: go to the location, scan it, scan the item, confirm. */
export function PickTask(props: Props) {
  const { slug, task, title, head, outbox, notice, isHere, onHere, onSay, onSkip, onDone } = props
  const { item, onItem } = props
  const { why } = useCan()
  const [qty, setQty] = useState(task.qty)
  const [layer, setLayer] = useState<'code' | 'quantity' | 'short' | 'more'>()
  const [isSending, setSending] = useState(false)
  const close = () => setLayer(undefined)
  const words = `${formatQuantity(qty)} ${task.sku}`
  const whence = `from ${task.location}${task.tote === null ? '' : ` into ${task.tote}`}`

  const say = (next: ScanAnswer) => {
    signal(next.tone)
    onSay(next)
  }
  const confirm = async () => {
    if (isSending) return
    setSending(true)
    onSay(undefined)
    const isWhole = compareQuantities(qty, task.qty) === 0
    try {
      const outcome = await keep({
        kind: 'pick',
        slug,
        member: outbox.member,
        memberName: outbox.memberName,
        taskId: task.id,
        title: `${words} ${whence}`,
        body: { qty, ...scans.sent, ...(task.tote !== null && { tote: task.tote }) },
      })
      if (outcome.kind === 'refused')
        return say({
          tone: 'bad',
          text: await inWords(outcome.error),
        })
      onDone(isWhole)
      say(
        outcome.kind === 'sent'
          ? { tone: 'ok', text: `Picked ${words} ${whence}` }
          : {
              tone: 'warn',
              text: `Not sent yet: ${words} ${whence}`,
              later: { scanId: outcome.scanId, sent: `Picked ${words} ${whence}` },
            },
      )
    } catch {
      say({ tone: 'bad', text: 'This device couldn’t save the pick. Nothing was picked.' })
    } finally {
      setSending(false)
    }
  }
  const whyNotShort =
    why(picking.short) ??
    (outbox.isOnline && outbox.waiting.length === 0
      ? undefined
      : 'A short pick needs a connection, and all picks sent.')
  const whyNotPick = why(picking.confirm)
  const scans = usePickScans(task, {
    isHere,
    onHere,
    item,
    onItem,
    onTote: () => whyNotPick === undefined && void confirm(),
    isOnline: outbox.isOnline,
    commands: {
      CONFIRM: () => void confirm(),
      SHORT: () => whyNotShort === undefined && setLayer('short'),
      ...(onSkip && { NEXT: onSkip }),
    },
  })
  const { step } = scans
  const stopped = stoppedText(task)
  const next = {
    location: 'Type the location code',
    item: 'Type the item code',
    tote: 'Type the tote code',
  }

  return (
    <FloorFrame
      title={title}
      head={head}
      thumb={
        <>
          <Answer notice={notice} />
          {stopped !== undefined ? (
            <FloorButton tall look="primary" why={whyNotShort} onClick={() => setLayer('short')}>
              Report it as short
            </FloorButton>
          ) : step === 'confirm' ? (
            <FloorButton
              tall
              look="primary"
              why={whyNotPick}
              busy={isSending && 'Sending…'}
              onClick={() => void confirm()}
            >
              {`Confirm ${formatQuantity(qty)}`}
            </FloorButton>
          ) : (
            <FloorButton tall look="primary" why={whyNotPick} onClick={() => setLayer('code')}>
              {next[step]}
            </FloorButton>
          )}
          <div className="grid grid-cols-4 gap-2">
            <FloorButton why={whyNotShort} onClick={() => setLayer('short')}>
              Short
            </FloorButton>
            <FloorButton why={onSkip ? undefined : 'There is no other task.'} onClick={onSkip}>
              Skip
            </FloorButton>
            <FloorButton
              why={
                scans.undo
                  ? undefined
                  : notice?.tone === 'ok'
                    ? 'The last pick is saved and can’t be undone here.'
                    : 'Nothing is scanned yet.'
              }
              onClick={() => scans.undo?.()}
            >
              Undo
            </FloorButton>
            <FloorButton onClick={() => setLayer('more')}>More</FloorButton>
          </div>
        </>
      }
    >
      {stopped !== undefined && (
        <ErrorBox error={stopped}>
          <p>{`Leave it in ${task.location}. Report it as short to get other stock${onSkip ? ', or skip it' : ''}.`}</p>
        </ErrorBox>
      )}
      <Instruction task={task} step={step} isStopped={stopped !== undefined} />
      <Quantity
        value={formatQuantity(qty)}
        unit={
          compareQuantities(qty, task.qty) === 0
            ? task.unit
            : `of ${formatQuantity(task.qty)} ${task.unit}`
        }
        onChange={() => setLayer('quantity')}
      />
      {props.slots}
      {layer === 'code' && step !== 'confirm' && (
        <CodeDialog label={codeLabels[step]} onClose={close} />
      )}
      {layer === 'quantity' && (
        <QuantityDialog
          title="Quantity picked"
          most={withoutZeros(task.qty)}
          unit={task.unit}
          onQuantity={(next) => {
            setQty(next)
            close()
          }}
          onClose={close}
        />
      )}
      {layer === 'more' && (
        <MoreDialog
          isOnline={outbox.isOnline}
          whyNotScan={step === 'confirm' ? 'Everything is scanned. Confirm the pick.' : undefined}
          onTypeCode={() => setLayer('code')}
          onClose={close}
        >
          <HandBack
            slug={slug}
            task={task}
            isOnline={outbox.isOnline}
            onDone={(what) => {
              close()
              say({ tone: 'ok', text: `Handed back: ${what}` })
            }}
          />
        </MoreDialog>
      )}
      {layer === 'short' && (
        <Suspense>
          <ShortDialog
            slug={slug}
            task={task}
            scans={scans.sent}
            onShort={(reply) => {
              close()
              onDone(true)
              say({ tone: 'warn', text: shortText(task, reply) })
              void takeInstead(slug, task, reply).then(outbox.refresh)
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </FloorFrame>
  )
}
