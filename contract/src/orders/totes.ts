import { code } from '../fields.ts'

/** What an order of a cluster is picked into. */
export const toteCode = code('Tote', { min: 1, max: 40 })
