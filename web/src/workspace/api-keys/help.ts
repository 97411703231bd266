import type { Topics } from '../../help/topics.ts'

export const topics: Topics = {
  'settings/api-keys': {
    title: 'API keys',
    about: 'Keys that let shops and other programs use this workspace.',
    tasks: [
      'To connect a program, create a key with only the permissions it needs.',
      'To replace a secret without an outage, rotate the key with an overlap.',
      'To stop a program immediately, revoke its key.',
    ],
  },
}
