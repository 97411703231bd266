import type { Topics } from '../../help/topics.ts'

export const topics: Topics = {
  help: {
    title: 'Help',
    about: 'Scanner setup, a practice sheet, keyboard shortcuts and terms.',
    tasks: [],
  },
}
