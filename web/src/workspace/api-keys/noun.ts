import type { Topics } from '../../help/topics.ts'
import type { At, Noun } from '../noun.ts'

export const paths = (at: At) => ({ apiKeys: at('settings/api-keys') })

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

export const apiKeys = {
  pages: ['settings/api-keys'],
  routes: () => import('./routes.tsx'),
  paths,
  commands: [{ name: 'API keys', page: 'settings/api-keys', needs: 'platform.api_key.read' }],
} satisfies Noun
