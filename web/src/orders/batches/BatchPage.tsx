import { batches, type Batch } from '@stowage/contract/orders/batches'
import type { settings } from '@stowage/contract/warehouse/settings'
import type { FunctionComponent } from 'react'
import { download } from '../../app/download.ts'
import { formatCount, formatQuantity } from '../../app/format.ts'
import { badge, code, linkTo, mainQuantity, state, text, word } from '../../parts/columns.tsx'
import type { Column } from '../../parts/DataTable.tsx'
import { LineTable } from '../../parts/LineTable.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { creatorOf } from '../../platforms/members/maker.ts'
import { documentPage } from '../../workspace/document-page.tsx'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { Steps } from '../../workspace/steps/Steps.tsx'
import { pickStates } from '../fulfillments/words.ts'
import { PdfButton } from '../papers/PdfButton.tsx'
import { Progress } from '../picking/figures.tsx'
import { batchSteps } from './steps.tsx'
import { batchStates, methodWords } from './words.ts'

type Task = Batch['tasks'][number]

const columns: Column<Task>[] = [
  code('Location', ({ location }) => location),
  text('SKU', ({ sku }) => sku, { card: 'value' }),
  text('Name', ({ name }) => name, { wide: true, grow: 'sm:min-w-32' }),
  word('Lot, serial', ({ lot, serial }) => lot ?? serial, { wide: true }),
  mainQuantity('Quantity', ({ qty, unit }) => [qty, unit]),
  word('Tote', ({ tote, slot }) => tote ?? `Slot ${slot}`, { card: 'value' }),
  word('Fulfillment', ({ fulfillment }) => fulfillment, { wide: true }),
  state('State', (task) => pickStates[task.state], { keep: 3 }),
  word('Picked by', ({ pickedByName }) => pickedByName, { wide: true }),
]

const ordersOf = ({ totes }: Batch, paths: WorkspacePaths) => (
  <ul role="list" className="flex flex-wrap gap-x-4">
    {totes.map(({ slot, orderId, order, tote }) => (
      <li key={slot}>
        {`${slot}. `}
        {linkTo(paths.order(orderId), order)}
        {tote !== null && ` in ${tote}`}
      </li>
    ))}
  </ul>
)

/** One batch: who picks it, which orders it is for, and its tasks in walking order. */
const BatchPage: FunctionComponent = documentPage({
  page: '/$platform/app/picking/batches/$batchId',
  route: batches.details,
  name: 'batch',
  actions: (batch, { slug, paths, why, whyTo }) => (
    <>
      <PdfButton
        read={(query, options) =>
          download(batches.pickList, { params: { slug, batchId: batch.id }, query }, options)
        }
      >
        Print pick list
      </PdfButton>
      <Steps
        steps={batchSteps}
        of={batch}
        whyNot={{ assign: whyTo<typeof settings.members>('platform.member.read') }}
      >
        {(batch.state === 'open' || batch.state === 'in_progress') && (
          <LinkButton
            look="primary"
            href={paths.floorPick({ batch: batch.id })}
            why={why(batches.complete)}
          >
            Pick on the floor
          </LinkButton>
        )}
      </Steps>
    </>
  ),
  facts: (batch, { paths, zoned }) => {
    const { tasks, totes, picked, assignedTo, assignedToName, waveId, distanceM } = batch
    const left = tasks.filter(({ state }) => state === 'ready').length
    return {
      State: badge(batchStates[batch.state]),
      'Assigned to': assignedTo === null ? 'Nobody' : (assignedToName ?? 'A former member'),
      Method: methodWords[batch.method],
      Warehouse: batch.warehouseCode,
      Wave: waveId !== null && linkTo(paths.wave(waveId), batch.wave),
      Picked: <Progress of={{ tasks: picked + left, picked }} />,
      Units: formatQuantity(batch.units),
      'Short lines': formatCount(batch.shortLines),
      Distance: distanceM !== null && `${formatCount(distanceM)} m`,
      Created: zoned(batch.createdAt),
      By: creatorOf(batch),
      [totes.length === 1 ? 'Order' : 'Orders']: ordersOf(batch, paths),
    }
  },
  body: ({ tasks }) => (
    <LineTable
      caption="In walking order"
      columns={columns}
      rows={tasks}
      rowId={({ id }) => id}
      none="No tasks"
    />
  ),
})

export default BatchPage
