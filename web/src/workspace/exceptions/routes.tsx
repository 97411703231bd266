import { exceptions } from '@stowage/contract/workspace/exceptions'
import { listSearch } from '../list-search.ts'
import { searchPage } from '../routes.tsx'

export const routes = [
  searchPage('exceptions', listSearch(exceptions.list), () => import('./ExceptionsPage.tsx'), {
    state: 'open',
  }),
] as const
