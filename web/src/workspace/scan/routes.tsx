import { z } from 'zod'
import { searchPage } from '../routes.tsx'

export const routes = [
  searchPage(
    'scanner',
    z.object({ code: z.string().max(500).optional() }),
    () => import('./ScannerPage.tsx'),
  ),
] as const
