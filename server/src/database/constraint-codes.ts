// Made from the comments on the constraints by `npm run tables`; do not edit.
import type { ErrorCode } from '@stowage/contract/errors'

/** What the database refuses by name, and of what kind the row is that has a key already. */
export const constraintCodes: Record<string, { code: ErrorCode; of?: string }> = {
  accounts_email_key_key: { code: 'invalid_token' },
  barcodes_gtin_key: { code: 'duplicate_key', of: 'barcode' },
  barcodes_pkey: { code: 'duplicate_key', of: 'barcode' },
  barcodes_unit_fkey: { code: 'uom_unknown' },
  bucket_sane: { code: 'insufficient_bucket_stock' },
  categories_name_key: { code: 'duplicate_key', of: 'category' },
  entry_sane: { code: 'insufficient_bucket_stock' },
  level_sane: { code: 'insufficient_bucket_stock' },
  locations_barcode_key: { code: 'duplicate_key', of: 'location' },
  locations_code_key: { code: 'duplicate_key', of: 'location' },
  login_challenges_account_fkey: { code: 'invalid_credentials' },
  members_account_key: { code: 'member_exists' },
  members_email_key_key: { code: 'member_exists' },
  members_one_owner: { code: 'last_owner' },
  no_oversell: { code: 'oversell_refused' },
  passkeys_credential_key: { code: 'passkey_exists' },
  platforms_slug_key: { code: 'name_taken' },
  reasons_pkey: { code: 'duplicate_key', of: 'reason' },
  reversed_once: { code: 'already_reversed' },
  scale_and_tracking_frozen: { code: 'frozen' },
  serial_in_one_place: { code: 'serial_duplicate' },
  sessions_account_fkey: { code: 'invalid_credentials' },
  slug_history_pkey: { code: 'name_taken' },
  variant_units_code_key: { code: 'duplicate_key', of: 'unit' },
  variants_serials_are_whole: { code: 'validation_failed' },
  variants_sku_key: { code: 'duplicate_key', of: 'variant' },
  warehouses_code_key: { code: 'duplicate_key', of: 'warehouse' },
  zones_code_key: { code: 'duplicate_key', of: 'zone' },
}
