import type { At, Noun } from '../noun.ts'

export const notifications = {
  pages: ['notifications'],
  routes: () => import('./routes.tsx'),
  paths: (at: At) => ({ notifications: at('notifications') }),
  commands: [{ name: 'Notifications', page: 'notifications' }],
} satisfies Noun
