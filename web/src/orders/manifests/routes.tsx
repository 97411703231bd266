import { manifests } from '@stowage/contract/orders/manifests'
import { listSearch } from '../../workspace/list-search.ts'
import { page, searchPage } from '../../workspace/routes.tsx'

export const routes = [
  page('shipping/hand-over', () => import('./HandOverPage.tsx')),
  searchPage('shipping/manifests', listSearch(manifests.list), () => import('./ManifestsPage.tsx')),
  page('shipping/manifests/$manifestId', () => import('./ManifestPage.tsx')),
] as const
