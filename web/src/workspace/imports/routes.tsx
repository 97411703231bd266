import { importKinds } from '@stowage/contract/import-kinds'
import { imports } from '@stowage/contract/workspace/imports'
import { z } from 'zod'
import { listSearch } from '../list-search.ts'
import { page, searchPage } from '../routes.tsx'

export const routes = [
  searchPage(
    'imports',
    listSearch(imports.list).extend({ upload: z.enum(importKinds).optional() }),
    () => import('./ImportsPage.tsx'),
  ),
  page('imports/$importId', () => import('./ImportPage.tsx')),
] as const
