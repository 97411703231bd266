import type { ErrorCode } from '@stowage/contract/errors'

/** What the database refuses by name, in the words of the contract. */
const codes: Record<string, ErrorCode> = {
  platforms_slug_key: 'name_taken',
  slug_history_pkey: 'name_taken',
  members_email_key_key: 'member_exists',
  members_one_owner: 'last_owner',
  passkeys_credential_key: 'passkey_exists',
}

/** The code for an error raised by a known constraint, else undefined. */
export function codeOfConstraint(error: unknown): ErrorCode | undefined {
  const { constraint } = error as { constraint?: unknown }
  return typeof constraint === 'string' ? codes[constraint] : undefined
}
