import type { ErrorCode } from '@stowage/contract/errors'

/** What the database refuses by name, in the words of the contract. */
const codes: Record<string, ErrorCode> = {
  platforms_slug_key: 'name_taken',
  slug_history_pkey: 'name_taken',
  members_email_key_key: 'member_exists',
  // The account behind an invitation is a member already, under an address it had before.
  members_account_key: 'member_exists',
  members_one_owner: 'last_owner',
  // Of two that confirm one address, one is too late.
  accounts_email_key_key: 'invalid_token',
  // A sign-in to an account that is being removed.
  sessions_account_fkey: 'invalid_credentials',
  login_challenges_account_fkey: 'invalid_credentials',
  passkeys_credential_key: 'passkey_exists',
  no_oversell: 'oversell_refused',
  level_sane: 'insufficient_bucket_stock',
  bucket_sane: 'insufficient_bucket_stock',
  entry_sane: 'insufficient_bucket_stock',
  serial_in_one_place: 'serial_duplicate',
  scale_and_tracking_frozen: 'frozen',
  reversed_once: 'already_reversed',
  variants_serials_are_whole: 'validation_failed',
  variants_sku_key: 'duplicate_key',
  variant_units_code_key: 'duplicate_key',
  barcodes_pkey: 'duplicate_key',
  barcodes_gtin_key: 'duplicate_key',
  // A barcode for a pack that somebody else takes away at the same moment.
  barcodes_unit_fkey: 'uom_unknown',
  warehouses_code_key: 'duplicate_key',
  zones_code_key: 'duplicate_key',
  locations_code_key: 'duplicate_key',
  locations_barcode_key: 'duplicate_key',
  categories_name_key: 'duplicate_key',
  reasons_pkey: 'duplicate_key',
}

/** Of what kind the row is that has a key already. Row-level security keeps PostgreSQL from naming the key. */
const owners: Record<string, string> = {
  variants_sku_key: 'variant',
  variant_units_code_key: 'unit',
  barcodes_pkey: 'barcode',
  barcodes_gtin_key: 'barcode',
  warehouses_code_key: 'warehouse',
  zones_code_key: 'zone',
  locations_code_key: 'location',
  locations_barcode_key: 'location',
  categories_name_key: 'category',
  reasons_pkey: 'reason',
}

/** What is in the way of a row that a constraint has refused, as far as its name tells. */
export function blockersOf(error: unknown): { type: string }[] {
  const { constraint } = error as { constraint?: unknown }
  const type = typeof constraint === 'string' ? owners[constraint] : undefined
  return type === undefined ? [] : [{ type }]
}

/** The code for an error raised by a known constraint, else undefined. */
export function codeOfConstraint(error: unknown): ErrorCode | undefined {
  const { constraint } = error as { constraint?: unknown }
  return typeof constraint === 'string' ? codes[constraint] : undefined
}
