import { ScanBarcode } from 'lucide-react'
import type { Noun } from '../noun.ts'
import { scanPaths } from './paths.ts'

export const scan = {
  pages: ['scanner'],
  routes: () => import('./routes.tsx'),
  paths: scanPaths,
  rail: [{ name: 'Scan', page: 'scanner', icon: ScanBarcode, keys: 'g x', needs: 'stock.read' }],
} satisfies Noun
