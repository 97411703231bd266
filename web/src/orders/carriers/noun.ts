import { Plane } from 'lucide-react'
import type { Topics } from '../../help/topics.ts'
import type { At, Noun } from '../../workspace/noun.ts'

export const paths = (at: At) => ({
  carriers: (search: { q?: string } = {}) => at('carriers', search),
})

export const topics: Topics = {
  carriers: {
    title: 'Carriers',
    about: 'The companies that deliver your packages.',
    tasks: [
      'To add many carriers at once, open the menu and select Import.',
      'When you ship, enter the carrier’s code or name, or another carrier.',
      'To link tracking numbers to the carrier’s page, enter its address with {tracking} for the number.',
      'To stop using a carrier, archive it. You can restore it.',
    ],
  },
}

export const carriers = {
  pages: ['carriers'],
  routes: () => import('./CarriersPage.tsx'),
  paths,
  rail: [
    { group: 'Setup', name: 'Carriers', page: 'carriers', icon: Plane, needs: 'carrier.read' },
  ],
} satisfies Noun
