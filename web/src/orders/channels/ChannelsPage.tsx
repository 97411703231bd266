import { channels, type Channel } from '@stowage/contract/orders/channels'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useState, type ReactNode } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { load } from '../../app/api.ts'
import { actions, state, text, word } from '../../parts/columns.tsx'
import { DataTable, type Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Link } from '../../parts/Link.tsx'
import { Page } from '../../parts/Page.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { recordStates } from '../../workspace/list-filters.ts'
import { useWorkspaceName } from '../../workspace/member.ts'
import { useCan } from '../../workspace/rights.ts'
import { recordSteps } from '../../workspace/steps/record-steps.tsx'
import { useRowSteps } from '../../workspace/steps/use-row-steps.tsx'
import { usePaths, useSlug, useWarehouse } from '../../workspace/warehouses.ts'
import { modes } from '../orders/words.ts'
import { kinds, splitPolicies } from './words.ts'

const ChannelDialog = lazyPart(() => import('./ChannelDialog.tsx'), 'ChannelDialog')
const codeOf = ({ code }: Channel) => code
const channelSteps = recordSteps<Channel>({ one: 'channel', many: 'channels' }, channels, {
  form: ChannelDialog,
  name: codeOf,
})

/** Sales channels: where orders come from, and how they are confirmed and shipped. */
export default function ChannelsPage() {
  const slug = useSlug()
  const { why } = useCan()
  const mayNotSee = why(channels.list)
  const { data, error, refetch } = useQuery({
    ...load(channels.list, { params: { slug } }),
    enabled: mayNotSee === undefined,
  })
  const [isAdding, setAdding] = useState(false)
  const { menu, problem, dialog } = useRowSteps({
    steps: channelSteps,
    rows: data?.items ?? [],
    name: codeOf,
  })
  const columns = useColumns(menu)
  const add = (
    <Button look="primary" why={why(channels.create)} onClick={() => setAdding(true)}>
      Add channel
    </Button>
  )
  const isEmpty = data?.items.length === 0
  return (
    <Page title="Channels" site={useWorkspaceName(slug)} actions={!isEmpty && add}>
      {mayNotSee && (
        <EmptyState title="You don’t have permission to see channels">{mayNotSee}</EmptyState>
      )}
      {error && (
        <ErrorBox error={error} fallback="Couldn’t load channels" onRetry={() => void refetch()} />
      )}
      {problem}
      {!mayNotSee && !(error && !data) && (
        <DataTable
          caption="Channels"
          columns={columns}
          rows={data?.items}
          rowId={({ id }) => id}
          empty={
            <EmptyState title="No channels yet" action={add}>
              Orders entered by hand use the channel MANUAL. Add a channel for each shop.
            </EmptyState>
          }
        />
      )}
      <Suspense>{isAdding && <ChannelDialog onClose={() => setAdding(false)} />}</Suspense>
      {dialog}
    </Page>
  )
}

function useColumns(menu: (channel: Channel) => ReactNode) {
  const { all } = useWarehouse()
  const paths = usePaths()
  return useMemo((): Column<Channel>[] => {
    const warehouseOf = (id: string) => all?.find((site) => site.id === id)?.code ?? 'Other'
    return [
      {
        header: 'Code',
        cell: ({ id, code }) => (
          <Link className="link font-mono" href={paths.orders({ channel: id })}>
            {code}
          </Link>
        ),
      },
      text('Name', ({ name }) => name, { card: 'value' }),
      state('State', (one) => recordStates[one.state]),
      word('Type', ({ kind }) => kinds[kind], { card: 'value' }),
      {
        header: 'Ships from',
        card: 'value',
        cell: ({ warehouseIds }) => warehouseIds.map(warehouseOf).join(', ') || 'All, by rank',
      },
      word('If not available', ({ mode }) => modes[mode], { wide: true, keep: 2 }),
      word('Split orders by', ({ splitPolicy }) => splitPolicies[splitPolicy], { wide: true }),
      word('Confirmed', ({ confirmsAtOnce }) => (confirmsAtOnce ? 'Automatically' : 'By hand'), {
        wide: true,
        keep: 2,
      }),
      actions(menu),
    ]
  }, [all, paths, menu])
}
