import { channels, type Channel } from '@stowage/contract/orders/channels'
import type { FunctionComponent } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { codeLink, state, text, word } from '../../parts/columns.tsx'
import { recordStates } from '../../workspace/list-filters.ts'
import { shortListPage } from '../../workspace/short-list-page.tsx'
import { recordSteps } from '../../workspace/steps/record-steps.tsx'
import { useRowSteps } from '../../workspace/steps/use-row-steps.tsx'
import { modes } from '../orders/words.ts'
import { kinds, splitPolicies } from './words.ts'

const ChannelDialog = lazyPart(() => import('./ChannelDialog.tsx'), 'ChannelDialog')
const name = ({ code }: Channel) => code
const steps = recordSteps<Channel>({ one: 'channel', many: 'channels' }, channels, {
  form: ChannelDialog,
  name,
})

/** Sales channels: where orders come from, and how they are confirmed and shipped. */
const ChannelsPage: FunctionComponent = shortListPage({
  route: channels.list,
  title: 'Channels',
  rows: 'channels',
  create: { name: 'Add channel', route: channels.create, form: ChannelDialog },
  columns: ({ paths, warehouseOf }) => [
    codeLink('Code', ({ id, code }) => [paths.orders({ channel: id }), code]),
    text('Name', (channel) => channel.name, { card: 'value' }),
    state('State', (channel) => recordStates[channel.state]),
    word('Type', ({ kind }) => kinds[kind], { card: 'value' }),
    word(
      'Ships from',
      ({ warehouseIds }) => warehouseIds.map(warehouseOf).join(', ') || 'All, by rank',
      { card: 'value' },
    ),
    word('If not available', ({ mode }) => modes[mode], { wide: true, keep: 2 }),
    word('Split orders by', ({ splitPolicy }) => splitPolicies[splitPolicy], { wide: true }),
    word('Confirmed', ({ confirmsAtOnce }) => (confirmsAtOnce ? 'Automatically' : 'By hand'), {
      wide: true,
      keep: 2,
    }),
  ],
  useRowMenu: (rows) => useRowSteps({ steps, rows, name }),
  none: 'Orders entered by hand use the channel MANUAL. Add a channel for each shop.',
})

export default ChannelsPage
