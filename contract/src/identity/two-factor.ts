import { z } from 'zod'
import { typedCode } from '../fields.ts'
import { del, get, post } from '../route.ts'

const authenticator = z.object({
  /** QR code for an authenticator app: a PNG in a data URL. */
  qrCodeUrl: z.string(),
  /** The same secret in base32, for typing. */
  secret: z.string(),
})
export type Authenticator = z.output<typeof authenticator>

const backupCodes = z.array(z.string())

export const twoFactor = {
  setup: post('/auth/2fa/setup', {
    summary: 'Begin to set up an authenticator app; nothing is switched on yet',
    allow: 'operator',
    stepUp: true,
    reply: authenticator,
    errors: ['already_enabled'],
  }),
  verify: post('/auth/2fa/verify', {
    summary: 'Confirm the authenticator with a code of it',
    allow: 'operator',
    body: z.object({ token: typedCode }),
    reply: z.object({
      success: z.literal(true).default(true),
      twoFactorEnabled: z.literal(true).default(true),
      /** `confirmed`: the code belongs to the current authenticator and nothing changed. */
      outcome: z.enum(['enabled', 'changed', 'confirmed']).default('enabled'),
      /** Ten codes, only when two-factor authentication is first enabled. */
      backupCodes: backupCodes.optional(),
    }),
    errors: ['invalid_code', 'no_setup_pending'],
    limits: ['TWOFA_VERIFY'],
  }),
  /** A code in the body replaces the step-up confirmation. */
  disable: del('/auth/2fa/disable', {
    summary: 'Switch the second factor off',
    allow: 'operator',
    body: z.object({ token: typedCode.optional() }),
    reply: z.object({
      success: z.literal(true).default(true),
      twoFactorEnabled: z.literal(false).default(false),
    }),
    errors: ['invalid_code', 'reauthentication_required'],
    limits: ['TWOFA_VERIFY'],
  }),
  reset: post('/auth/2fa/reset', {
    summary: 'Begin to change the authenticator; the old one works until the new one is confirmed',
    allow: 'operator',
    stepUp: true,
    reply: authenticator,
    errors: ['not_enabled'],
  }),
  regenerateBackupCodes: post('/auth/2fa/backup-codes/regenerate', {
    summary: 'Replace the backup codes by ten new ones',
    allow: 'operator',
    stepUp: true,
    reply: z.object({ backupCodes }),
    errors: ['not_enabled'],
  }),
  backupCodes: get('/auth/2fa/backup-codes', {
    summary: 'The backup codes that are not used yet',
    allow: 'operator',
    stepUp: true,
    reply: z.object({
      backupCodes,
      remaining: z.int().optional(),
      generatedAt: z.iso.datetime().optional(),
    }),
    errors: ['not_enabled', 'no_longer_viewable'],
    limits: ['BACKUP_VIEW'],
  }),
}
