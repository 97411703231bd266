import type { At } from '../../workspace/noun.ts'

export const channelPaths = (at: At) => ({ channels: at('channels') })
