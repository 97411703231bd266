import type { At } from '../../workspace/noun.ts'

export const helpPaths = (at: At) => ({ help: at('help') })
