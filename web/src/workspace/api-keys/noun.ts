import type { At, Noun } from '../noun.ts'

export const apiKeys = {
  pages: ['settings/api-keys'],
  routes: () => import('./routes.tsx'),
  paths: (at: At) => ({ apiKeys: at('settings/api-keys') }),
  commands: [{ name: 'API keys', page: 'settings/api-keys', needs: 'platform.api_key.read' }],
} satisfies Noun
