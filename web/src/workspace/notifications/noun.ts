import type { Topics } from '../../help/topics.ts'
import type { At, Noun } from '../noun.ts'

export const paths = (at: At) => ({ notifications: at('notifications') })

export const topics: Topics = {
  notifications: { title: 'Notifications', about: 'Notifications of this workspace.', tasks: [] },
}

export const notifications = {
  pages: ['notifications'],
  routes: () => import('./routes.tsx'),
  paths,
  commands: [{ name: 'Notifications', page: 'notifications' }],
} satisfies Noun
