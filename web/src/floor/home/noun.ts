import { ScanLine } from 'lucide-react'
import type { Noun } from '../../workspace/noun.ts'
import { floorPaths } from './paths.ts'

export const floor = {
  pages: [
    'floor',
    'floor/pick',
    'floor/pack',
    'floor/load',
    'floor/return',
    'floor/move',
    'floor/receive',
    'floor/look-up',
  ],
  paths: floorPaths,
  rail: [
    {
      group: 'Orders',
      name: 'Floor mode',
      page: 'floor',
      icon: ScanLine,
      keys: 'g t',
      needs: 'order.read',
    },
  ],
} satisfies Noun
