import { page } from '../routes.tsx'

export const routes = [
  page('notifications', () => import('./WorkspaceNotificationsPage.tsx')),
] as const
