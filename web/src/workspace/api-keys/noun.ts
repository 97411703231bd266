import type { Noun } from '../noun.ts'
import { apiKeyPaths } from './paths.ts'

export const apiKeys = {
  pages: ['settings/api-keys'],
  routes: () => import('./routes.tsx'),
  paths: apiKeyPaths,
  commands: [{ name: 'API keys', page: 'settings/api-keys', needs: 'platform.api_key.read' }],
} satisfies Noun
