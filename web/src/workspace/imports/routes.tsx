import { imports } from '@stowage/contract/workspace/imports'
import { listSearch } from '../list-search.ts'
import { page, searchPage } from '../routes.tsx'

export const routes = [
  searchPage('imports', listSearch(imports.list), () => import('./ImportsPage.tsx')),
  page('imports/$importId', () => import('./ImportPage.tsx')),
] as const
