import { House } from 'lucide-react'
import type { Topics } from '../../help/topics.ts'
import type { At, Noun } from '../noun.ts'

export const paths = (at: At) => ({ home: at('') })

export const topics: Topics = {
  '': {
    title: 'Home',
    about: 'Today’s work and recent items of this workspace.',
    tasks: [
      'Cards marked Sample show examples until the first receipt.',
      'To fill an empty workspace, load example data. You can remove it at any time.',
      'Security shows Check if the integrity check found problems or never ran.',
    ],
  },
}

export const home = {
  pages: [''],
  paths,
  rail: [{ name: 'Home', page: '', icon: House, keys: 'g h' }],
} satisfies Noun
