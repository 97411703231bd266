import { apiKeys, type ApiKey } from '@stowage/contract/workspace/api-keys'
import { overlapField } from '../secrets.ts'
import { stepsOf } from '../steps/steps.ts'
import { stateOf } from './words.ts'

const step = stepsOf<ApiKey>({ one: 'key', many: 'keys' })
const isActive = (apiKey: ApiKey) => stateOf(apiKey).word === 'Active'

/** Steps of an API key. */
export const apiKeySteps = {
  rotate: step({
    fields: () => [overlapField('Works', 'working')],
    one: {
      route: apiKeys.rotate,
      name: 'Rotate',
      when: isActive,
      question: ({ name }) => `Rotate ${name}?`,
      consequence: 'You get a new secret. Choose what happens to the current one.',
      action: 'Rotate key',
      busy: 'Rotating…',
      fallback: 'Couldn’t rotate the key',
    },
  }),
  revoke: step({
    one: {
      route: apiKeys.revoke,
      name: 'Revoke',
      when: isActive,
      question: ({ name }) => `Revoke ${name}?`,
      consequence: 'Programs that use this key stop working immediately. This can’t be undone.',
      action: 'Revoke key',
      isFinal: true,
      done: ({ apiKey }) => `${apiKey.name} was revoked`,
      fallback: 'Couldn’t revoke the key',
    },
  }),
}
