import { locations } from '@stowage/contract/warehouse/locations'
import { listSearch } from '../../workspace/list-search.ts'
import { searchPage } from '../../workspace/routes.tsx'

export const routes = [
  searchPage('locations', listSearch(locations.list), () => import('./LocationsPage.tsx')),
] as const
