import { Box } from 'lucide-react'
import type { Topics } from '../../help/topics.ts'
import type { At, Noun } from '../../workspace/noun.ts'

export const paths = (at: At) => ({
  boxes: (search: { q?: string } = {}) => at('boxes', search),
})

export const topics: Topics = {
  boxes: {
    title: 'Boxes',
    about: 'The boxes you pack orders in, with their inner size and weights.',
    tasks: [
      'When you close a package, enter the code or name of its box: the size is filled in.',
      'To add many boxes at once, open the menu and select Import.',
      'Enter the inner size in millimeters and weights in grams. Leave out what you don’t know.',
      'To stop using a box, archive it. You can restore it.',
    ],
  },
}

export const boxes = {
  pages: ['boxes'],
  routes: () => import('./BoxesPage.tsx'),
  paths,
  rail: [{ group: 'Setup', name: 'Boxes', page: 'boxes', icon: Box, needs: 'box.read' }],
} satisfies Noun
