// Made from the migrations by `npm run tables`; do not edit.

import type { ColumnType } from 'kysely'

type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S, I | undefined, U>
    : ColumnType<T, T | undefined, T>

type Int8 = ColumnType<string, string | number | bigint, string | number | bigint>

type JsonText = string | Record<string, unknown>
type Json = ColumnType<unknown, JsonText, JsonText>

interface IdentityAccounts {
  id: string
  email: string
  emailKey: string
  firstName: string
  lastName: string
  emailVerifiedAt: Date | null
  status: Generated<'active' | 'suspended' | 'deleted'>
  phone: Generated<string>
  location: Generated<string>
  bio: Generated<string>
  avatarKey: string | null
  authEpoch: Generated<number>
  signedInAt: Date | null
  version: Generated<number>
  createdAt: Date
  updatedAt: Date
  deletesAt: Date | null
  signedOutAt: Date | null
}

interface IdentityAddressNotices {
  emailKey: string
  kind: 'registration_tried' | 'platforms'
  sentAt: Date
}

interface IdentityAvatars {
  accountId: string
  key: string
  png: Buffer
  webp: Buffer
  createdAt: Date
}

interface IdentityBackupBatches {
  accountId: string
  batchId: string
  codesCipher: Buffer | null
  generatedAt: Date
}

interface IdentityBackupCodes {
  accountId: string
  codeMac: Buffer
  position: number
  usedAt: Date | null
}

interface IdentityCredentials {
  accountId: string
  passwordHash: string
  pepperKeyId: string
  changedAt: Date
}

interface IdentityLoginChallenges {
  tokenHash: Buffer
  accountId: string
  plane: 'operator' | 'tenant'
  platformId: string | null
  amr: string[]
  authEpoch: number
  attempts: Generated<number>
  createdAt: Date
  expiresAt: Date
  closedAt: Date | null
  ip: string | null
  userAgent: string | null
}

interface IdentityMailTokens {
  tokenHash: Buffer
  accountId: string
  purpose: 'verify_email' | 'reset_password' | 'change_email'
  createdAt: Date
  expiresAt: Date
  consumedAt: Date | null
  supersededAt: Date | null
  pendingFirstName: string | null
  pendingLastName: string | null
  pendingEmail: string | null
  pendingPasswordHash: string | null
  pendingPepperKeyId: string | null
  mailId: string | null
}

interface IdentityPasskeyChallenges {
  id: string
  ceremony: 'register' | 'sign_in' | 'reauthenticate'
  challenge: string
  sessionId: string | null
  expiresAt: Date
}

interface IdentityPasskeyHandles {
  accountId: string
  handle: Buffer
}

interface IdentityPasskeys {
  id: string
  accountId: string
  credentialId: string
  publicKey: Buffer
  counter: Int8
  deviceType: 'mobile' | 'desktop' | 'security-key' | 'unknown'
  multiDevice: boolean
  backedUp: boolean
  aaguid: string
  transports: string[]
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

interface IdentityPreferences {
  accountId: string
  notifyEmail: boolean
  notifyPush: boolean
  notifySms: boolean
  notifyMarketing: boolean
  language: 'en' | 'es' | 'fr' | 'de'
  timezone: 'UTC' | 'EST' | 'PST' | 'GMT'
  theme: 'light' | 'dark' | 'auto'
  updatedAt: Date
}

interface IdentitySessions {
  sid: string
  accountId: string
  keyCipher: Buffer
  counter: Generated<number>
  idemHash: Buffer | null
  rotatedAt: Date | null
  authTime: Date
  amr: string[]
  acr: string
  authEpoch: number
  createdAt: Date
  lastSeenAt: Date
  idleExpiresAt: Date
  expiresAt: Date
  revokedAt: Date | null
  endReason: string | null
  ip: string | null
  userAgent: string | null
}

interface IdentitySignInLanes {
  laneHash: Buffer
  failures: number
  streak: number
  lastFailureAt: Date
}

interface IdentitySigningKeys {
  kid: string
  privateCipher: Buffer
  publicJwk: Json
  state: 'next' | 'active' | 'retiring'
  createdAt: Date
  changedAt: Date
}

interface IdentityTotpFactors {
  accountId: string
  state: 'pending' | 'active'
  secretCipher: Buffer
  lastStep: Generated<Int8>
  enrolStep: Int8 | null
  createdAt: Date
  expiresAt: Date | null
}

interface TenantInvitations {
  platformId: string
  memberId: string
  tokenHash: Buffer
  createdAt: Date
  expiresAt: Date
}

interface TenantMemberCredentials {
  platformId: string
  memberId: string
  passwordHash: string
  pepperKeyId: string
  changedAt: Date
}

interface TenantMemberSessions {
  platformId: string
  sid: string
  memberId: string
  keyCipher: Buffer
  counter: Generated<number>
  idemHash: Buffer | null
  rotatedAt: Date | null
  authTime: Date
  amr: string[]
  acr: string
  createdAt: Date
  lastSeenAt: Date
  idleExpiresAt: Date
  expiresAt: Date
  revokedAt: Date | null
  endReason: string | null
  ip: string | null
  userAgent: string | null
}

interface TenantMemberTokens {
  platformId: string
  tokenHash: Buffer
  memberId: string
  createdAt: Date
  expiresAt: Date
  endedAt: Date | null
}

interface TenantMembers {
  platformId: string
  id: string
  email: string
  emailKey: string
  firstName: string
  lastName: string
  accountId: string | null
  status: Generated<'active' | 'invited'>
  role: Generated<string>
  permissions: Generated<string[]>
  mustChangePassword: Generated<boolean>
  signedInAt: Date | null
  version: Generated<number>
  createdAt: Date
  updatedAt: Date
}

interface TenantPlatformLogos {
  platformId: string
  key: string
  png: Buffer
  webp: Buffer
  createdAt: Date
}

interface TenantPlatforms {
  platformId: string
  name: string
  slug: string
  status: Generated<'active' | 'suspended' | 'deleted'>
  logoKey: string | null
  version: Generated<number>
  createdAt: Date
  updatedAt: Date
  deletedBy: string | null
  purgesAt: Date | null
}

interface TenantSlugHistory {
  slug: string
  platformId: string
  releasedAt: Date | null
  resolvesUntil: Date | null
  closedUntil: Date | null
}

interface AuditAuditLog {
  id: string
  createdAt: Date
  action: string
  outcome: 'success' | 'failure' | 'denied'
  actorType: 'operator' | 'tenant_user' | 'anonymous' | 'system'
  actorId: string | null
  actorEmail: string | null
  platformId: string | null
  platformSlug: string | null
  targetType: string | null
  targetId: string | null
  targetName: string | null
  ip: string | null
  userAgent: string | null
  requestId: string
  sessionId: string | null
  amr: string[] | null
  metadata: Generated<Json>
}

interface AuditAuditPending {
  auditId: string
}

interface AuditAuditSeal {
  chain: string
  seq: Int8
  auditId: string
  prev: Buffer
  hash: Buffer
}

interface OpsIdempotencyKeys {
  caller: string
  route: string
  keyHash: Buffer
  bodyHash: Buffer
  reply: Json | null
  createdAt: Date
  expiresAt: Date
}

interface OpsMigrations {
  id: number
  name: string
  sha256: string
  appliedAt: Generated<Date>
}

interface OpsOutbox {
  id: string
  template: string
  content: Buffer | null
  state: Generated<'pending' | 'sent' | 'failed' | 'expired'>
  attempts: Generated<number>
  lastError: string | null
  notAfter: Date | null
  createdAt: Date
  sentAt: Date | null
}

interface OpsRateLimits {
  key: string
  points: Generated<number>
  expire: Int8 | null
}

export interface Tables {
  'identity.accounts': IdentityAccounts
  'identity.addressNotices': IdentityAddressNotices
  'identity.avatars': IdentityAvatars
  'identity.backupBatches': IdentityBackupBatches
  'identity.backupCodes': IdentityBackupCodes
  'identity.credentials': IdentityCredentials
  'identity.loginChallenges': IdentityLoginChallenges
  'identity.mailTokens': IdentityMailTokens
  'identity.passkeyChallenges': IdentityPasskeyChallenges
  'identity.passkeyHandles': IdentityPasskeyHandles
  'identity.passkeys': IdentityPasskeys
  'identity.preferences': IdentityPreferences
  'identity.sessions': IdentitySessions
  'identity.signInLanes': IdentitySignInLanes
  'identity.signingKeys': IdentitySigningKeys
  'identity.totpFactors': IdentityTotpFactors
  'tenant.invitations': TenantInvitations
  'tenant.memberCredentials': TenantMemberCredentials
  'tenant.memberSessions': TenantMemberSessions
  'tenant.memberTokens': TenantMemberTokens
  'tenant.members': TenantMembers
  'tenant.platformLogos': TenantPlatformLogos
  'tenant.platforms': TenantPlatforms
  'tenant.slugHistory': TenantSlugHistory
  'audit.auditLog': AuditAuditLog
  'audit.auditPending': AuditAuditPending
  'audit.auditSeal': AuditAuditSeal
  'ops.idempotencyKeys': OpsIdempotencyKeys
  'ops.migrations': OpsMigrations
  'ops.outbox': OpsOutbox
  'ops.rateLimits': OpsRateLimits
}
