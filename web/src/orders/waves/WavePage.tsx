import { waves, type Wave } from '@stowage/contract/orders/waves'
import { useQuery } from '@tanstack/react-query'
import type { FunctionComponent } from 'react'
import { load } from '../../app/api.ts'
import { formatCount, formatQuantity } from '../../app/format.ts'
import { badge } from '../../parts/columns.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import type { LabeledValues } from '../../parts/Facts.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { creatorOf } from '../../platforms/members/maker.ts'
import { documentPage } from '../../workspace/document-page.tsx'
import { useCan } from '../../workspace/rights.ts'
import { Steps } from '../../workspace/steps/Steps.tsx'
import { pickPolicyWords } from '../../warehouse/settings/pick-policies.ts'
import { NewBatchButton } from '../batches/NewBatchButton.tsx'
import { Progress } from '../picking/figures.tsx'
import { waveSteps } from './steps.tsx'
import { WaveOrders } from './WaveOrders.tsx'
import { waveStates, takenText } from './words.ts'

/** Milliseconds between looks at a wave that is being released. */
const often = 1_000

/** Orders are being released, or taken back. */
const isMoving = ({ state, results }: Wave): boolean =>
  (results.pending ?? 0) > 0 || (state === 'cancelled' && (results.released ?? 0) > 0)

/** Number of its orders. */
const countOf = ({ results }: Wave) => Object.values(results).reduce((sum, count) => sum + count, 0)

function Moving({ wave }: { wave: Wave }) {
  const { results } = wave
  const all = countOf(wave)
  const done = all - (results.pending ?? 0)
  return (
    <p role="status" className="card flex flex-wrap items-center gap-3 p-4">
      <ProgressBar
        aria-label={wave.state === 'cancelled' ? 'Orders unreleased' : 'Orders released'}
        className="h-2 w-48"
        max={all}
        value={wave.state === 'cancelled' ? all - (results.released ?? 0) : done}
      />
      {wave.state === 'cancelled'
        ? 'Orders are being taken back…'
        : `Releasing orders: ${formatCount(done)} of ${formatCount(all)}`}
    </p>
  )
}

/** What a draft would take, else what it took and how far that is. */
const contentOf = (slug: string, wave: Wave): LabeledValues => {
  if (wave.state === 'draft') return { 'Takes now': <Taken slug={slug} wave={wave} /> }
  const { refused } = wave.results
  return {
    Orders: formatCount(wave.orders),
    Lines: formatCount(wave.lines),
    Units: formatQuantity(wave.units),
    Picked: <Progress of={wave} />,
    'Short lines': formatCount(wave.shortLines),
    'Not released': refused !== undefined && formatCount(refused),
  }
}

const limitsText = ({ maxOrders, maxLines, maxUnits }: Wave) =>
  [
    `${formatCount(maxOrders)} orders`,
    ...(maxLines === null ? [] : [`${formatCount(maxLines)} lines`]),
    ...(maxUnits === null ? [] : [`${formatCount(maxUnits)} units`]),
  ].join(', ')

/** Shows the number of orders a draft would take now. */
function Taken({ slug, wave }: { slug: string; wave: Wave }) {
  const { why } = useCan()
  const mayNot = why(waves.preview)
  const { warehouseId, filter, policy, maxOrders, maxLines, maxUnits } = wave
  const body = { warehouseId, filter, policy, maxOrders, maxLines, maxUnits }
  const { data, error } = useQuery({
    ...load(waves.preview, { params: { slug }, body }),
    enabled: mayNot === undefined,
  })
  if (mayNot !== undefined || error) return '-'
  return data ? takenText(data) : '…'
}

/** One wave: how far it is, and what became of each of its orders. */
const WavePage: FunctionComponent = documentPage({
  page: '/$platform/app/picking/waves/$waveId',
  route: waves.details,
  name: 'wave',
  readAgain: (wave) => (isMoving(wave) ? often : undefined),
  actions: (wave, { paths }) => (
    <>
      <LinkButton href={paths.batches({ wave: wave.id })}>Show batches</LinkButton>
      <Steps steps={waveSteps} of={wave}>
        {(wave.state === 'released' || wave.state === 'in_progress') && (
          <NewBatchButton look="primary" wave={wave} />
        )}
      </Steps>
    </>
  ),
  notice: (wave) => isMoving(wave) && <Moving wave={wave} />,
  facts: (wave, { slug, zoned }) => ({
    State: badge(waveStates[wave.state]),
    Name: wave.name || null,
    Warehouse: wave.warehouseCode,
    ...contentOf(slug, wave),
    Limits: limitsText(wave),
    'Pick policy': pickPolicyWords[wave.policy],
    Created: zoned(wave.createdAt),
    By: creatorOf(wave),
  }),
  body: (wave, { slug }) =>
    (countOf(wave) > 0 || (wave.state === 'draft' && wave.filter.orderIds !== undefined)) && (
      <WaveOrders slug={slug} wave={wave} often={isMoving(wave) ? often : undefined} />
    ),
})

export default WavePage
