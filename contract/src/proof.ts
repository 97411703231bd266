import { z } from 'zod'

/** The ways to show that it is still oneself. */
export const proofMethods = z.enum(['password', 'totp', 'backup_code', 'passkey'])
export type ProofMethod = z.output<typeof proofMethods>
