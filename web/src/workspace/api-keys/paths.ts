import type { At } from '../noun.ts'

export const apiKeyPaths = (at: At) => ({ apiKeys: at('settings/api-keys') })
