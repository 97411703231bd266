import { scannedCode } from '../scan-text.ts'

/** Tote that an order of a cluster is picked into. */
export const toteCode = scannedCode('Tote', { max: 40 })
