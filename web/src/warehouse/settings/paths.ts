import type { At } from '../../workspace/noun.ts'

export const settingsPaths = (at: At) => ({
  settings: at('settings'),
  /** The settings of the whole workspace: its stock rules, its reasons. */
  setup: (tab: string) => at('settings', { tab }),
  verification: at('settings', { tab: 'verification' }),
})
