import type { At } from '../noun.ts'

export const homePaths = (at: At) => ({ home: at('') })
