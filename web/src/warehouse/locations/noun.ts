import { MapPin } from 'lucide-react'
import type { Noun } from '../../workspace/noun.ts'
import { locationPaths } from './paths.ts'

export const locations = {
  pages: ['places'],
  routes: () => import('./routes.tsx'),
  paths: locationPaths,
  rail: [
    {
      group: 'Setup',
      name: 'Locations',
      page: 'places',
      icon: MapPin,
      keys: 'g l',
      needs: 'location.read',
    },
  ],
} satisfies Noun
