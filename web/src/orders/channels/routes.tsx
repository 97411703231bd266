import { page } from '../../workspace/routes.tsx'

export const routes = [page('channels', () => import('./ChannelsPage.tsx'))] as const
