import { scannedCode } from '../scan-text.ts'

/** What an order of a cluster is picked into. */
export const toteCode = scannedCode('Tote', { max: 40 })
