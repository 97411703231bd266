import { page } from '../routes.tsx'

export const routes = [page('settings/api-keys', () => import('./ApiKeysPage.tsx'))] as const
