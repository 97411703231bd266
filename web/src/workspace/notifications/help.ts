import type { Topics } from '../../help/topics.ts'

export const topics: Topics = {
  notifications: { title: 'Notifications', about: 'Notifications of this workspace.', tasks: [] },
}
