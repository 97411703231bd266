import { batches, type Batch } from '@stowage/contract/orders/batches'
import { fulfillments } from '@stowage/contract/orders/fulfillments'
import { picking, type OpenTask } from '@stowage/contract/orders/picking'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { Suspense, useState } from 'react'
import { load } from '../../app/api.ts'
import { lazyPart } from '../../app/lazy-part.ts'
import { searchOf } from '../../app/search.ts'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { isMissing, Missing } from '../../parts/Missing.tsx'
import { Heading } from '../../parts/Page.tsx'
import { Reading } from '../../parts/Reading.tsx'
import { useSite } from '../../workspace/site.ts'
import { usePaths, useSlug } from '../../workspace/warehouses.ts'
import { signal } from '../../workspace/scan/signals.ts'
import { isMoreThanZero, minus } from '../../warehouse/products/quantities.ts'
import type { Answer as ScanAnswer } from '../../workspace/scan/queue.ts'
import { stopKeyOf } from '../frame/codes.ts'
import { FloorFrame } from '../frame/FloorFrame.tsx'
import { useSearchOf } from '../frame/navigation.tsx'
import { PickTask } from './PickTask.tsx'
import { SlotMap } from './SlotMap.tsx'
import type { Pending } from '../outbox/store.ts'
import { useOutbox } from '../outbox/use-outbox.ts'
import { useWithdrawn } from './use-withdrawn.ts'
import { WorkHead } from '../frame/WorkHead.tsx'

// Both need a connection anyway.
const TakeBatch = lazyPart(() => import('./TakeBatch.tsx'), 'TakeBatch')
const BindTotes = lazyPart(() => import('./BindTotes.tsx'), 'BindTotes')

const search = searchOf(z.object({ fulfillment: z.uuid().optional(), batch: z.uuid().optional() }))

/** Returns the tasks that remain once the picks waiting on the device are sent. */
const leftOf = (tasks: readonly OpenTask[], waiting: readonly Pending[]) =>
  tasks
    .map((task) => {
      const picked = waiting.filter((one) => one.kind === 'pick' && one.taskId === task.id)
      return { ...task, qty: picked.reduce((left, { body }) => minus(left, body.qty), task.qty) }
    })
    .filter(({ qty }) => isMoreThanZero(qty))

/** The totes as they are bound: the list of tasks may be older. */
const withTotes = (tasks: readonly OpenTask[], batch: Batch | undefined) =>
  tasks.map((task) => ({
    ...task,
    tote: batch?.totes.find(({ slot }) => slot === task.slot)?.tote ?? task.tote,
  }))

/** Nobody picks it yet, or somebody else does. */
const isForeign = ({ state, assignedTo }: Batch, member: string) =>
  state === 'open' || (state === 'in_progress' && assignedTo !== member)

/** The orders of a cluster with something left to pick and no tote. */
const unboundOf = ({ method, totes }: Batch, left: readonly OpenTask[]) =>
  method === 'cluster'
    ? totes.filter(
        ({ tote, fulfillmentId }) =>
          tote === null && left.some((one) => one.fulfillmentId === fulfillmentId),
      )
    : []

/** Picks one task of this member after the other, in walking order, with a scanner. */
export default function PickPage() {
  const slug = useSlug()
  const { fulfillment, batch: batchId } = useSearchOf(search)
  const { id: warehouse } = useSite()
  const paths = usePaths()
  const outbox = useOutbox()
  const all = { limit: '200', count: 'none' } as const
  const query =
    batchId === undefined
      ? ({ ...all, view: 'mine', warehouse, fulfillment } as const)
      : ({ ...all, batch: batchId, sort: 'sequence' } as const)
  const found = useQuery({
    ...load(picking.list, { params: { slug }, query }),
    refetchInterval: 30_000,
  })
  const { data } = found
  const named = useQuery({
    ...load(fulfillments.details, { params: { slug, fulfillmentId: fulfillment ?? '' } }),
    enabled: fulfillment !== undefined && data?.items.length === 0,
  })
  const details = useQuery({
    ...load(batches.details, { params: { slug, batchId: batchId ?? '' } }),
    enabled: batchId !== undefined,
    refetchInterval: 30_000,
  })
  const batch = details.data?.batch
  const [skipped, setSkipped] = useState<readonly string[]>([])
  const [doneHere, setDone] = useState(0)
  // Of a batch that was begun before.
  const [doneBefore, setDoneBefore] = useState<number>()
  if (batch && doneBefore === undefined) setDoneBefore(batch.picked)
  const done = doneHere + (doneBefore ?? 0)
  const [notice, setNotice] = useState<ScanAnswer>()
  const withdrawn = useWithdrawn(slug, data?.items, (text) => {
    signal('bad')
    setNotice({ tone: 'bad', text })
  })
  const [here, setHere] = useState<string>()
  const [item, setItem] = useState<{ of: string; code: string }>()
  const left = leftOf(withTotes(data?.items ?? [], batch), outbox.waiting)
  // What was skipped comes again after the others.
  const rank = ({ id }: OpenTask) => skipped.lastIndexOf(id)
  const [task] = left.toSorted((a, b) => rank(a) - rank(b))
  const number = batch?.number ?? task?.fulfillment
  const title = number === undefined ? 'Pick' : `Pick ${number}`
  // In a batch the item is scanned once for all orders at a stop.
  const itemOf = (one: OpenTask) => (batch ? stopKeyOf(one) : `${one.id} ${one.qty}`)
  const tasks = { href: paths.floor, name: 'Tasks' }
  const head = (
    <WorkHead
      back={tasks}
      name={number ?? title}
      progress={
        data && done + left.length > 0
          ? { done: String(done), of: String(done + left.length) }
          : undefined
      }
      outbox={outbox}
    />
  )
  if (batchId !== undefined && !batch)
    return (
      <FloorFrame title={title} head={head}>
        <Reading
          of={details}
          fallback="Couldn’t load the batch"
          record={{ of: 'batch', list: tasks }}
        />
      </FloorFrame>
    )
  if (batch && isForeign(batch, outbox.member))
    return (
      <Suspense>
        <TakeBatch slug={slug} batch={batch} title={title} head={head} outbox={outbox} />
      </Suspense>
    )
  const unbound = batch && task ? unboundOf(batch, left) : []
  if (batch && unbound.length > 0)
    return (
      <Suspense>
        <BindTotes
          slug={slug}
          batch={batch}
          unbound={unbound}
          title={title}
          head={head}
          outbox={outbox}
        />
      </Suspense>
    )
  if (task)
    return (
      <PickTask
        key={`${task.id} ${task.qty}`}
        slug={slug}
        task={task}
        title={title}
        head={head}
        outbox={outbox}
        notice={notice}
        isHere={task.locationId === here}
        onHere={(isHere) => setHere(isHere ? task.locationId : undefined)}
        item={item?.of === itemOf(task) ? item.code : undefined}
        onItem={(code) => setItem(code === undefined ? undefined : { of: itemOf(task), code })}
        slots={
          batch && batch.method !== 'single' && <SlotMap batch={batch} task={task} left={left} />
        }
        onSay={setNotice}
        onSkip={left.length > 1 ? () => setSkipped([...skipped, task.id]) : undefined}
        onDone={(isWhole) => {
          if (isWhole) setDone((count) => count + 1)
        }}
      />
    )
  return (
    <FloorFrame title={title} head={head}>
      {isMissing(named.error) ? (
        <>
          <Heading className="sr-only">{title}</Heading>
          <Missing of="fulfillment" list={tasks} />
        </>
      ) : data ? (
        <Finished
          done={done}
          withdrawn={withdrawn}
          waiting={outbox.waiting.length}
          notice={notice}
        />
      ) : (
        <Reading of={found} fallback="Couldn’t load your tasks" />
      )}
    </FloorFrame>
  )
}

function Finished({
  done,
  withdrawn,
  waiting,
  notice,
}: {
  done: number
  withdrawn: number
  waiting: number
  notice?: ScanAnswer | undefined
}) {
  const paths = usePaths()
  return (
    <div className="grid gap-4 py-6 text-center">
      <Heading className="text-3xl!">
        {waiting > 0
          ? 'All scanned'
          : withdrawn > 0
            ? 'Nothing left to pick'
            : done > 0
              ? 'All picked'
              : 'No tasks'}
      </Heading>
      <p role="status" className="text-lg">
        {waiting > 0
          ? `${waiting === 1 ? '1 pick is' : `${waiting} picks are`} not sent yet. Keep this page open until the connection is back.`
          : (notice?.text ?? (done === 0 && 'Take a fulfillment to pick it.'))}
      </p>
      <LinkButton look="primary" href={paths.floor}>
        Back to tasks
      </LinkButton>
    </div>
  )
}
