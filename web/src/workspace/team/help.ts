import type { Topics } from '../../help/topics.ts'

export const topics: Topics = {
  team: {
    title: 'Team',
    about: 'The workspace owner and admins manage members in their dashboard.',
    tasks: [],
  },
}
