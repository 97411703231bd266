import { MapPin } from 'lucide-react'
import type { Topics } from '../../help/topics.ts'
import type { At, Noun } from '../../workspace/noun.ts'

export const paths = (at: At) => ({
  locations: (search: { zone?: string } = {}) => at('locations', search),
})

export const topics: Topics = {
  locations: {
    title: 'Locations',
    about: 'Warehouses, zones and locations, in pick sequence or by code.',
    tasks: [
      'To create many locations at once, select Generate locations and enter a pattern such as {A..C}-{01..20}.',
      'To block or unblock several locations, select them first.',
      'To limit quantity or weight, or keep SKUs and lots apart, edit a location’s capacity.',
      'To archive a location, move its stock first. Archived locations can’t be restored.',
    ],
  },
}

export const locations = {
  pages: ['locations'],
  routes: () => import('./routes.tsx'),
  paths,
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
