import { fulfillments, type Fulfillment } from '@stowage/contract/orders/fulfillments'
import { picking } from '@stowage/contract/orders/picking'
import { useQuery } from '@tanstack/react-query'
import { load, useAction } from '../../app/api.ts'
import { formatQuantity } from '../../app/format.ts'
import { go } from '../../app/navigation.ts'
import { useTenantUser } from '../../app/session.ts'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { useCan } from '../../workspace/rights.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { fulfillmentStates, packageStates } from '../../orders/fulfillments/words.ts'
import { FloorButton } from '../frame/FloorButton.tsx'
import { FoundFrame } from './FoundFrame.tsx'
import { Rows } from '../frame/Rows.tsx'
import type { FoundProps } from './look-up.ts'

/** A fulfillment, or the tote or package that holds some of it: how far it is, and the next step. */
export function FoundFulfillment({ slug, thing }: FoundProps) {
  const paths = usePaths()
  const { data, ...read } = useQuery(
    load(fulfillments.details, { params: { slug, fulfillmentId: thing.id } }),
  )
  const found = data?.fulfillment
  const packageOf = found?.packages.find(({ number }) => number === thing.label)
  const verb = found && isPacked(found) ? 'packed' : 'picked'
  return (
    <FoundFrame
      thing={thing}
      states={
        found
          ? [
              ...(packageOf ? [packageStates[packageOf.state]] : []),
              ...(packageOf ? [] : [fulfillmentStates[found.state]]),
            ]
          : []
      }
      read={{ data, ...read }}
      actions={found && <NextStep slug={slug} fulfillment={found} />}
    >
      {found && (
        <p className="grid text-xl">
          <span>{thing.kind === 'fulfillment' ? '' : found.number}</span>
          <span>{[found.order, found.customer].filter(Boolean).join(', ')}</span>
        </p>
      )}
      {packageOf ? (
        <Rows
          label="In the package"
          rows={packageOf.lines.map((line) => ({
            id: String(line.lineNo),
            name: line.name || line.sku,
            detail: [line.sku, line.lot, line.serial].filter(Boolean).join(', '),
            value: `${formatQuantity(line.qty)} ${line.unit}`,
            href: hrefOf(line),
          }))}
          none="This package is empty."
        />
      ) : (
        <Rows
          label="Items"
          rows={(found?.lines ?? []).map((line) => ({
            id: String(line.lineNo),
            name: line.name || line.sku,
            detail: line.sku,
            value: `${formatQuantity(line[verb])} of ${formatQuantity(line.qty)} ${verb}`,
            href: hrefOf(line),
          }))}
          none="No items"
        />
      )}
    </FoundFrame>
  )

  function hrefOf({ variantId, sku }: { variantId: string; sku: string }) {
    return paths.floorLookUp({ kind: 'variant', id: variantId, label: sku, variant: variantId })
  }
}

const isToPick = ({ state }: Fulfillment) => state === 'released' || state === 'picking'
const isPacked = ({ state }: Fulfillment) => !isToPick({ state } as Fulfillment)

type StepProps = { slug: string; fulfillment: Fulfillment }

function NextStep({ slug, fulfillment }: StepProps) {
  const paths = usePaths()
  const { id, state } = fulfillment
  if (isToPick(fulfillment)) return <Pick slug={slug} fulfillment={fulfillment} />
  if (state === 'picked' || state === 'packing')
    return (
      <LinkButton look="primary" href={paths.floorPack({ fulfillment: id })}>
        Pack
      </LinkButton>
    )
  return <LinkButton href={paths.fulfillment(id)}>Open fulfillment</LinkButton>
}

/** Goes on where it is picked already, or takes the tasks that are free. */
function Pick({ slug, fulfillment: { id } }: StepProps) {
  const paths = usePaths()
  const { why } = useCan()
  const member = useTenantUser()?.id
  const { data } = useQuery(
    load(picking.list, {
      params: { slug },
      query: { fulfillment: id, limit: '200', count: 'none' },
    }),
  )
  const claim = useAction(picking.claim)
  const tasks = data?.items ?? []
  const batch = tasks.find(({ batchId }) => batchId !== null)?.batchId
  const isMine = tasks.some(({ assignedTo }) => assignedTo === member)
  const free = tasks.filter(({ assignedTo }) => assignedTo === null)
  const href = paths.floorPick(batch ? { batch } : { fulfillment: id })
  if (batch || isMine)
    return (
      <LinkButton look="primary" href={href} why={why(picking.confirm)}>
        Pick
      </LinkButton>
    )
  return (
    <>
      {claim.error && <ErrorBox error={claim.error} fallback="Couldn’t take the tasks" />}
      <FloorButton
        look="primary"
        busy={claim.isPending && 'Taking…'}
        why={why(picking.claim) ?? (free.length > 0 ? undefined : whyNone(tasks[0]))}
        onClick={() =>
          claim.mutate(
            { params: { slug }, body: { taskIds: free.map((task) => task.id) } },
            { onSuccess: () => go(href) },
          )
        }
      >
        Pick
      </FloorButton>
    </>
  )
}

const whyNone = (task: { assignedToName: string | null } | undefined) =>
  task ? `${task.assignedToName ?? 'Somebody else'} picks it.` : 'Nothing is left to pick.'
