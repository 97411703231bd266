import { z } from 'zod'

/** Ways to confirm the user's identity. */
export const proofMethods = z.enum(['password', 'totp', 'backup_code', 'passkey'])
export type ProofMethod = z.output<typeof proofMethods>
