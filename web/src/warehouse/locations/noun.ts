import { MapPin } from 'lucide-react'
import type { Noun } from '../../workspace/noun.ts'
import { locationPaths } from './paths.ts'

export const locations = {
  pages: ['locations'],
  routes: () => import('./routes.tsx'),
  paths: locationPaths,
  rail: [
    {
      group: 'Setup',
      name: 'Locations',
      page: 'locations',
      icon: MapPin,
      keys: 'g l',
      needs: 'location.read',
    },
  ],
} satisfies Noun
