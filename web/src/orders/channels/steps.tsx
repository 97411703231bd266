import { channels, type Channel } from '@stowage/contract/orders/channels'
import { lazyPart } from '../../app/lazy-part.ts'
import { stepsOf } from '../../workspace/steps/steps.ts'

const ChannelDialog = lazyPart(() => import('./ChannelDialog.tsx'), 'ChannelDialog')

const step = stepsOf<Channel>({ one: 'channel', many: 'channels' })

/** Steps of a channel. */
export const channelSteps = {
  edit: step({
    one: {
      route: channels.update,
      name: 'Edit',
      own: ({ of, onClose }) => <ChannelDialog record={of} onClose={onClose} />,
    },
  }),
  archive: step({
    states: ['active'],
    one: {
      route: channels.update,
      name: 'Archive',
      body: { state: 'archived' },
      done: (_, { code }) => `${code} was archived`,
    },
  }),
  restore: step({
    states: ['archived'],
    one: {
      route: channels.update,
      name: 'Restore',
      body: { state: 'active' },
      done: (_, { code }) => `${code} was restored`,
    },
  }),
}
