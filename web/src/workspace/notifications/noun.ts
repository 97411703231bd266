import type { Noun } from '../noun.ts'
import { notificationPaths } from './paths.ts'

export const notifications = {
  pages: ['notifications'],
  routes: () => import('./routes.tsx'),
  paths: notificationPaths,
  commands: [{ name: 'Notifications', page: 'notifications' }],
} satisfies Noun
