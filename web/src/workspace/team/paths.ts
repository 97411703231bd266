import type { At } from '../noun.ts'

export const teamPaths = (at: At) => ({ team: at('team') })
