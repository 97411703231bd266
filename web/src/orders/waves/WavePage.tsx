import { waves, type Wave } from '@stowage/contract/orders/waves'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { load } from '../../app/api.ts'
import { formatCount, formatQuantity } from '../../app/format.ts'
import { Fact, Facts } from '../../parts/Facts.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Page } from '../../parts/Page.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { makerOf } from '../../platforms/members/maker.ts'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { Steps } from '../../workspace/steps/Steps.tsx'
import { useTimes } from '../../workspace/times.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { pickPolicyWords } from '../../warehouse/settings/pick-policies.ts'
import { NewBatchButton } from '../batches/NewBatchButton.tsx'
import { Progress } from '../picking/figures.tsx'
import { waveSteps } from './steps.tsx'
import { WaveOrders } from './WaveOrders.tsx'
import { waveStates, takenText } from './words.ts'
import { useCan } from '../../workspace/rights.ts'

const route = getRouteApi('/$platform/app/picking/waves/$waveId')

/** Milliseconds between looks at a wave that is being released. */
const often = 1_000

/** One wave: how far it is, and what became of each of its orders. */
export default function WavePage() {
  const { platform: slug, waveId } = route.useParams()
  const { data, error, refetch } = useQuery({
    ...load(waves.details, { params: { slug, waveId } }),
    refetchInterval: ({ state }) => (isMoving(state.data?.wave) ? often : false),
  })
  const wave = data?.wave
  const paths = usePaths()
  return (
    <Page
      title={wave?.number ?? 'Wave'}
      site={useWorkspaceName(slug)}
      actions={
        wave && (
          <>
            <LinkButton href={paths.batches({ wave: waveId })}>Show batches</LinkButton>
            <Steps steps={waveSteps} of={wave}>
              {(wave.state === 'released' || wave.state === 'in_progress') && (
                <NewBatchButton look="primary" wave={wave} />
              )}
            </Steps>
          </>
        )
      }
    >
      {error && (
        <ErrorBox error={error} fallback="Couldn’t load the wave" onRetry={() => void refetch()} />
      )}
      {!wave && !error && <Spinner />}
      {wave && <Details slug={slug} wave={wave} />}
    </Page>
  )
}

/** Orders are being released, or taken back. */
const isMoving = (wave: Wave | undefined): boolean =>
  wave !== undefined &&
  ((wave.results.pending ?? 0) > 0 ||
    (wave.state === 'cancelled' && (wave.results.released ?? 0) > 0))

function Details({ slug, wave }: { slug: string; wave: Wave }) {
  const { show, zone } = useTimes()
  const { word, look } = waveStates[wave.state]
  const { results } = wave
  const all = Object.values(results).reduce((sum, count) => sum + count, 0)
  const done = all - (results.pending ?? 0)
  return (
    <>
      {isMoving(wave) && (
        <p role="status" className="card flex flex-wrap items-center gap-3 p-4">
          <progress
            aria-label={wave.state === 'cancelled' ? 'Orders unreleased' : 'Orders released'}
            className="h-2 w-48 accent-accent"
            max={all}
            value={wave.state === 'cancelled' ? all - (results.released ?? 0) : done}
          />
          {wave.state === 'cancelled'
            ? 'Orders are being taken back…'
            : `Releasing orders: ${formatCount(done)} of ${formatCount(all)}`}
        </p>
      )}
      <Facts>
        <Fact label="State">
          <StateBadge state={look}>{word}</StateBadge>
        </Fact>
        {wave.name && <Fact label="Name">{wave.name}</Fact>}
        <Fact label="Warehouse">{wave.warehouseCode}</Fact>
        {wave.state === 'draft' ? (
          <Fact label="Takes now">
            <Taken slug={slug} wave={wave} />
          </Fact>
        ) : (
          <>
            <Fact label="Orders">{formatCount(wave.orders)}</Fact>
            <Fact label="Lines">{formatCount(wave.lines)}</Fact>
            <Fact label="Units">{formatQuantity(wave.units)}</Fact>
            <Fact label="Picked">
              <Progress of={wave} />
            </Fact>
            <Fact label="Short lines">{formatCount(wave.shortLines)}</Fact>
            {results.refused !== undefined && (
              <Fact label="Not released">{formatCount(results.refused)}</Fact>
            )}
          </>
        )}
        <Fact label="Limits">{limitsText(wave)}</Fact>
        <Fact label="Pick policy">{pickPolicyWords[wave.policy]}</Fact>
        <Fact label="Created">{`${show(wave.createdAt)} ${zone}`}</Fact>
        <Fact label="By">{makerOf(wave.createdBy, wave.createdByName) ?? 'Stowage'}</Fact>
      </Facts>
      {(all > 0 || (wave.state === 'draft' && wave.filter.orderIds !== undefined)) && (
        <WaveOrders slug={slug} wave={wave} often={isMoving(wave) ? often : undefined} />
      )}
    </>
  )
}

const limitsText = ({ maxOrders, maxLines, maxUnits }: Wave) =>
  [
    `${formatCount(maxOrders)} orders`,
    ...(maxLines === null ? [] : [`${formatCount(maxLines)} lines`]),
    ...(maxUnits === null ? [] : [`${formatCount(maxUnits)} units`]),
  ].join(', ')

/** How many orders a draft would take now. */
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
