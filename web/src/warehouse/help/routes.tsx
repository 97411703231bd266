import { page } from '../../workspace/routes.tsx'

export const routes = [page('help', () => import('./HelpPage.tsx'))] as const
