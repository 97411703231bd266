import { picking, type OpenTask } from '@stowage/contract/orders/picking'
import type { fulfillments } from '@stowage/contract/orders/fulfillments'
import type { manifests } from '@stowage/contract/orders/manifests'
import type { returns } from '@stowage/contract/orders/returns'
import type { receiving } from '@stowage/contract/warehouse/receiving'
import type { stock } from '@stowage/contract/warehouse/stock'
import type { search } from '@stowage/contract/workspace/search'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { load, useAction } from '../../app/api.ts'
import { formatCount } from '../../app/format.ts'
import { go } from '../../app/navigation.ts'
import { Link } from '../../parts/Link.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Heading } from '../../parts/Page.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { useCan } from '../../workspace/rights.ts'
import { isGlareOn, setGlare } from '../../workspace/scan/device.ts'
import { useScan } from '../../workspace/scan/use-scan.ts'
import { useSite } from '../../workspace/site.ts'
import { usePaths, useSlug } from '../../workspace/warehouses.ts'
import { WarehouseSwitcher } from '../../workspace/WarehouseSwitcher.tsx'
import { Connection } from '../frame/Connection.tsx'
import { FloorBatches } from '../pick/FloorBatches.tsx'
import { FloorButton } from '../frame/FloorButton.tsx'
import { FloorFrame } from '../frame/FloorFrame.tsx'
import { PendingScans } from '../outbox/PendingScans.tsx'
import { useOutbox } from '../outbox/use-outbox.ts'

type Group = { id: string; number: string; tasks: OpenTask[] }

/** The tasks of each fulfillment, in the order in which one comes to them. */
function groupsOf(tasks: readonly OpenTask[]): Group[] {
  const groups = Map.groupBy(tasks, ({ fulfillmentId }) => fulfillmentId)
  return Array.from(groups, ([id, some]) => ({
    id,
    number: some[0]?.fulfillment ?? '',
    tasks: some,
  }))
}

const textOf = ({ tasks: [first, ...rest] }: Group) =>
  `${rest.length === 0 ? '1 task' : `${formatCount(rest.length + 1)} tasks`}, first ${first?.location ?? ''}`

const row = `${buttonClass()} min-h-18! w-full justify-between! text-start text-base!`

/** The start of the floor: what this member picks, what is free, and other work with a scanner. */
export default function FloorPage() {
  const slug = useSlug()
  const paths = usePaths()
  const { id: warehouse } = useSite()
  const outbox = useOutbox()
  const { why, whyTo } = useCan()
  const [hasGlare, setHasGlare] = useState(isGlareOn)
  const all = { warehouse, limit: '200', count: 'none' } as const
  const mine = useQuery(load(picking.list, { params: { slug }, query: { ...all, view: 'mine' } }))
  const free = useQuery(load(picking.list, { params: { slug }, query: { ...all, view: 'free' } }))
  const claim = useAction(picking.claim)
  const take = ({ id, tasks }: Group) =>
    claim.mutate(
      { params: { slug }, body: { taskIds: tasks.map((task) => task.id) } },
      { onSuccess: () => go(paths.floorPick({ fulfillment: id })) },
    )
  const whyNotTake =
    why(picking.claim) ?? (outbox.isOnline ? undefined : 'Taking tasks needs a connection.')
  const error = claim.error ?? mine.error ?? free.error
  const own = groupsOf(mine.data?.items ?? [])
  const open = groupsOf(free.data?.items ?? [])
  // An order or a batch leads to its picks, a tote to packing, a return to receiving; other codes are looked up.
  useScan(({ found }) => {
    if (found.kind === 'pick_batch' && found.id) {
      go(paths.floorPick({ batch: found.id }))
      return { tone: 'ok', text: `Pick ${found.label}` }
    }
    if (found.kind === 'return' && found.id) {
      go(paths.floorReturn({ return: found.id }))
      return { tone: 'ok', text: `Return ${found.label}` }
    }
    if (found.id && ['fulfillment', 'package', 'tote'].includes(found.kind)) {
      go(paths.floorPack({ fulfillment: found.id }))
      return { tone: 'ok', text: `Pack ${found.label}` }
    }
    if (found.kind !== 'order') return undefined
    const isOf = ({ tasks }: Group) => tasks[0]?.orderId === found.id
    const group = own.find(isOf) ?? open.find(isOf)
    if (!group) return { tone: 'warn', text: `Nothing to pick for ${found.label}.` }
    if (own.includes(group)) go(paths.floorPick({ fulfillment: group.id }))
    else if (whyNotTake !== undefined) return { tone: 'bad', text: whyNotTake }
    else take(group)
    return { tone: 'ok', text: `Pick ${group.number}` }
  })
  const others = [
    { name: 'Pack', href: paths.floorPack(), why: whyTo<typeof fulfillments.list>('order.read') },
    {
      name: 'Load',
      href: paths.floorLoad(),
      why: whyTo<typeof manifests.collections>('order.read'),
    },
    { name: 'Return', href: paths.floorReturn(), why: whyTo<typeof returns.list>('return.read') },
    {
      name: 'Receive',
      href: paths.floorReceive(),
      why: whyTo<typeof receiving.create>('receipt.create'),
    },
    { name: 'Move', href: paths.floorMove(), why: whyTo<typeof stock.move>('stock.move') },
    { name: 'Look up', href: paths.floorLookUp(), why: whyTo<typeof search.scan>('stock.read') },
  ]
  return (
    <FloorFrame
      title="Tasks"
      hasGlare={hasGlare}
      head={
        <>
          <Link
            href={paths.home}
            aria-label="Leave floor mode"
            className="grid size-14 shrink-0 place-items-center rounded-control hover:bg-hover"
          >
            <ArrowLeft aria-hidden size={24} />
          </Link>
          <Heading className="text-xl!">Tasks</Heading>
          <WarehouseSwitcher />
          <Connection isOnline={outbox.isOnline} waiting={outbox.waiting.length} />
        </>
      }
    >
      <PendingScans outbox={outbox} />
      {error && (
        <ErrorBox
          error={error}
          fallback="Couldn’t load the tasks"
          onRetry={() => void Promise.all([mine.refetch(), free.refetch()])}
        />
      )}
      <nav aria-label="Work" className="grid grid-cols-3 gap-2">
        {others.map(({ name, href, why: whyNot }) => (
          <LinkButton key={name} href={href} why={whyNot}>
            {name}
          </LinkButton>
        ))}
      </nav>
      <FloorBatches slug={slug} outbox={outbox} />
      <Section name="Mine" isLoading={mine.isPending && !mine.error} none="You have no tasks.">
        {own.length > 1 && (
          <Link href={paths.floorPick()} className={`${buttonClass('primary')} min-h-18! text-xl!`}>
            Pick all my tasks
          </Link>
        )}
        {own.map((group) => (
          <Link key={group.id} href={paths.floorPick({ fulfillment: group.id })} className={row}>
            <span>{`Pick ${group.number}`}</span>
            <span className="font-normal text-muted">{textOf(group)}</span>
          </Link>
        ))}
      </Section>
      <Section name="Free" isLoading={free.isPending && !free.error} none="No free tasks.">
        {open.map((group) => (
          <FloorButton
            key={group.id}
            why={whyNotTake}
            className="min-h-18! justify-between! px-4! text-start"
            busy={
              claim.isPending && claim.variables.body.taskIds[0] === group.tasks[0]?.id && 'Taking…'
            }
            onClick={() => take(group)}
          >
            <span>{`Take ${group.number}`}</span>
            <span className="font-normal text-muted">{textOf(group)}</span>
          </FloorButton>
        ))}
      </Section>
      <section aria-labelledby="more" className="grid gap-2">
        <h2 id="more" className="sr-only">
          This device
        </h2>
        <Switch
          label="Sunlight"
          hint="As much contrast as possible on floor pages of this device."
          on={hasGlare}
          onChange={(on) => {
            setGlare(on)
            setHasGlare(on)
          }}
        />
      </section>
    </FloorFrame>
  )
}

type SectionProps = { name: string; isLoading: boolean; none: string; children: ReactNode[] }

function Section({ name, isLoading, none, children }: SectionProps) {
  const id = `tasks-${name.toLowerCase()}`
  const isEmpty = !children.flat().some(Boolean)
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h2 id={id}>{name}</h2>
      {isLoading ? <Spinner /> : isEmpty ? <p className="text-muted">{none}</p> : children}
    </section>
  )
}
