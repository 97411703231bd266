import { z } from 'zod'

/**
 * Set if a reply has rows of platforms in other databases, which it reads from copies: those are seconds behind, or, if
 * `stopped`, miss everything since one of these databases or the connection to it failed.
 */
export const copies = z.enum(['following', 'stopped']).optional()
