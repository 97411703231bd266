import { page } from '../routes.tsx'

export const routes = [page('team', () => import('./WorkspaceTeamPage.tsx'))] as const
