import { ScanBarcode } from 'lucide-react'
import type { Topics } from '../../help/topics.ts'
import type { At, Noun } from '../noun.ts'

export const paths = (at: At) => ({
  scanner: at('scanner'),
  /** The page where a product is chosen that gets this code. */
  linkCode: (code: string) => at('scanner', { code }),
})

export const topics: Topics = {
  scanner: {
    title: 'Scan',
    about: 'Looks up any code. A scanner works on every page of the workspace.',
    tasks: [
      'To scan without a scanner, use the camera, choose a photo or type the code.',
      'To add an unknown code to a product, scan it and select Link.',
      'To fill in a barcode, SKU or location field, select the field and scan.',
      'Scan CMD:UNDO to undo the last scan.',
    ],
  },
}

export const scan = {
  pages: ['scanner'],
  routes: () => import('./routes.tsx'),
  paths,
  rail: [{ name: 'Scan', page: 'scanner', icon: ScanBarcode, keys: 'g x', needs: 'stock.read' }],
} satisfies Noun
