import { channels, type Channel } from '@stowage/contract/orders/channels'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useState, type ReactNode } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { load } from '../../app/api.ts'
import { DataTable, type Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Link } from '../../parts/Link.tsx'
import { Page } from '../../parts/Page.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { useCan } from '../../workspace/rights.ts'
import { useRowSteps } from '../../workspace/steps/use-row-steps.tsx'
import { usePaths, useSlug, useWarehouse } from '../../workspace/warehouses.ts'
import { modes } from '../orders/words.ts'
import { channelSteps } from './steps.tsx'
import { kinds, splitPolicies } from './words.ts'

const ChannelDialog = lazyPart(() => import('./ChannelDialog.tsx'), 'ChannelDialog')

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
    name: ({ code }) => code,
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
    const codeOf = (id: string) => all?.find((site) => site.id === id)?.code ?? 'Other'
    return [
      {
        header: 'Code',
        cell: ({ id, code }) => (
          <Link className="link font-mono" href={paths.orders({ channel: id })}>
            {code}
          </Link>
        ),
      },
      {
        header: 'Name',
        card: 'value',
        cell: ({ name }) => <span className="wrap-anywhere">{name || '-'}</span>,
      },
      {
        header: 'State',
        card: 'state',
        cell: ({ state }) => (
          <StateBadge state={state === 'active' ? 'ok' : 'none'}>
            {state === 'active' ? 'Active' : 'Archived'}
          </StateBadge>
        ),
      },
      { header: 'Type', card: 'value', cell: ({ kind }) => kinds[kind] },
      {
        header: 'Ships from',
        card: 'value',
        cell: ({ warehouseIds }) => warehouseIds.map(codeOf).join(', ') || 'All, by rank',
      },
      {
        header: 'If not available',
        wide: true,
        keep: 2,
        cell: ({ mode }) => modes[mode],
      },
      {
        header: 'Split orders by',
        wide: true,
        cell: ({ splitPolicy }) => splitPolicies[splitPolicy],
      },
      {
        header: 'Confirmed',
        wide: true,
        keep: 2,
        cell: ({ confirmsAtOnce }) => (confirmsAtOnce ? 'Automatically' : 'By hand'),
      },
      {
        header: 'Actions',
        hideHeader: true,
        align: 'end',
        cell: menu,
      },
    ]
  }, [all, paths, menu])
}
