import { z } from 'zod'
import { blockers, type BlockedCode } from './blockers.ts'
import { proofMethods } from './proof.ts'
import { unprintable } from './unprintable.ts'

const blocked = <C extends BlockedCode>(code: C) => z.object({ blockers: z.array(blockers[code]) })

type Spec = { status: number; message: string; extra?: z.ZodObject }

/**
 * Every refusal: code → status, default message and the extra members of the body. Clients branch
 * on codes, so codes are never renamed. 401 and 403 sign the user out and are used only for
 * sessions that are no longer valid.
 */
export const errors = {
  validation_failed: { status: 400, message: 'Some fields have errors.' },
  malformed_json: { status: 400, message: 'The request body is not valid JSON.' },
  invalid_token: { status: 400, message: 'Invalid or expired token.' },
  invalid_code: { status: 400, message: 'Invalid code, please try again' },
  no_setup_pending: { status: 400, message: 'Please start the setup again.' },
  registration_failed: { status: 400, message: 'Failed to register passkey' },
  method_not_sufficient: { status: 400, message: 'Please use your second factor.' },
  invalid_password: { status: 400, message: 'Current password is incorrect.' },
  refresh_token_required: { status: 400, message: 'No refresh token available' },
  unauthorized: { status: 401, message: 'Please sign in to continue.' },
  invalid_credentials: { status: 401, message: 'Invalid email or password' },
  login_challenge_expired: {
    status: 401,
    message: 'Your sign-in session has expired. Please sign in again.',
  },
  passkey_rejected: { status: 401, message: 'Passkey sign-in failed. Please try again.' },
  invalid_refresh_token: {
    status: 401,
    message: 'Your session has expired. Please sign in again.',
  },
  invalid_api_key: { status: 401, message: 'This API key is not valid.' },
  account_suspended: { status: 403, message: 'This account is suspended.' },
  platform_suspended: { status: 403, message: 'This workspace is suspended.' },
  not_found: { status: 404, message: 'Not found' },
  method_not_allowed: { status: 405, message: 'This method is not allowed here.' },
  name_taken: { status: 409, message: 'This name is taken. Try another.' },
  member_exists: { status: 409, message: 'This person is already a member.' },
  last_owner: { status: 409, message: 'A platform needs an owner.' },
  already_enabled: {
    status: 409,
    message: 'Two-factor authentication is already enabled.',
  },
  not_enabled: { status: 409, message: 'Two-factor authentication is not enabled.' },
  // Same message as `passkey_failed`, so it does not reveal that another account has this passkey.
  passkey_exists: { status: 409, message: 'Failed to register passkey' },
  passkey_limit: { status: 409, message: 'You have reached the limit of 20 passkeys.' },
  last_sign_in_method: { status: 409, message: 'This is your last way to sign in.' },
  sole_owner: { status: 409, message: 'Transfer or delete your platforms first.' },
  account_password: {
    status: 409,
    message: 'Change this password in your account settings.',
  },
  api_key_ended: { status: 409, message: 'This API key was revoked or has expired.' },
  webhook_paused: { status: 409, message: 'This webhook is paused. Resume it first.' },
  photo_limit: { status: 409, message: 'An item can have up to 6 photos.' },
  webhook_limit: { status: 409, message: 'A workspace can have up to 20 webhooks.' },
  version_conflict: {
    status: 409,
    message: 'This record was changed by someone else. Reload and try again.',
    extra: z.object({ currentVersion: z.int() }),
  },
  idempotency_conflict: {
    status: 409,
    message: 'This Idempotency-Key was already used for a different request.',
  },
  insufficient_stock: {
    status: 409,
    message: 'Not enough stock is available.',
    extra: blocked('insufficient_stock'),
  },
  insufficient_bucket_stock: {
    status: 409,
    message: 'This location doesn’t have enough stock.',
    extra: blocked('insufficient_bucket_stock'),
  },
  oversell_refused: {
    status: 409,
    message: 'This stock is reserved for orders.',
    extra: blocked('oversell_refused'),
  },
  expected_quantity_stale: {
    status: 409,
    message: 'The quantity has changed. Check it and try again.',
    extra: blocked('expected_quantity_stale'),
  },
  allocation_changed: {
    status: 409,
    message: 'Someone else moved this stock. Check it and try again.',
  },
  already_in_wave: { status: 409, message: 'This order is already in the wave.' },
  nothing_to_release: {
    status: 409,
    message: 'Nothing of this order can be released now.',
    extra: blocked('nothing_to_release'),
  },
  order_incomplete: {
    status: 409,
    message: 'This order ships complete, and some of it isn’t packed yet.',
    extra: blocked('order_incomplete'),
  },
  wrong_location_scanned: {
    status: 409,
    message: 'This is the wrong location.',
    extra: blocked('wrong_location_scanned'),
  },
  wrong_item_scanned: {
    status: 409,
    message: 'This is the wrong item.',
    extra: blocked('wrong_item_scanned'),
  },
  wrong_tote_scanned: {
    status: 409,
    message: 'This is the wrong tote.',
    extra: blocked('wrong_tote_scanned'),
  },
  tote_not_bound: { status: 409, message: 'Bind a tote to this order first.' },
  tote_in_use: { status: 409, message: 'This tote holds another order. Scan another tote.' },
  already_batched: {
    status: 409,
    message: 'Some of these fulfillments are in another batch.',
    extra: blocked('already_batched'),
  },
  nothing_to_pick: { status: 409, message: 'Nothing here is free to pick.' },
  over_pick: {
    status: 409,
    message: 'This is more than there is to pick here.',
    extra: blocked('over_pick'),
  },
  over_pack: {
    status: 409,
    message: 'This is more than there is to pack.',
    extra: blocked('over_pack'),
  },
  over_return: {
    status: 409,
    message: 'This is more than can be returned.',
    extra: blocked('over_return'),
  },
  package_empty: {
    status: 409,
    message: 'Nothing is in this package. Pack something first, or discard it.',
  },
  wrong_carton_scanned: {
    status: 409,
    message: 'This package can’t be loaded here.',
    extra: blocked('wrong_carton_scanned'),
  },
  manifest_incomplete: {
    status: 409,
    message: 'Some packages are not as they were loaded. Check them and close again.',
    extra: blocked('manifest_incomplete'),
  },
  manifest_empty: { status: 409, message: 'Nothing is loaded yet. Scan a package first.' },
  handed_over: {
    status: 409,
    message: 'This shipment was handed over to its carrier.',
    extra: blocked('handed_over'),
  },
  picked_goods: { status: 409, message: 'Some of this has already been picked.' },
  nobody_waits: {
    status: 409,
    message: 'No other order waits for this much of it. It stays reserved.',
  },
  already_reversed: { status: 409, message: 'Already reversed.' },
  not_reversible: { status: 409, message: 'This can’t be reversed. Post the opposite instead.' },
  reversal_blocked: {
    status: 409,
    message: 'The stock has been moved or used, so this can’t be reversed.',
    extra: blocked('reversal_blocked'),
  },
  period_closed: {
    status: 409,
    message: 'The period of that date is closed.',
    extra: blocked('period_closed'),
  },
  not_in_stock_then: {
    status: 409,
    message: 'There was not enough stock at that time. Enter a later time.',
    extra: blocked('not_in_stock_then'),
  },
  frozen: {
    status: 409,
    message: 'Decimals and tracking can’t be changed once there has been stock.',
  },
  location_blocked: {
    status: 409,
    message: 'This location is blocked.',
    extra: blocked('location_blocked'),
  },
  location_full: {
    status: 409,
    message: 'This location doesn’t have enough capacity.',
    extra: blocked('location_full'),
  },
  location_mix_forbidden: {
    status: 409,
    message: 'This location doesn’t allow mixed stock.',
    extra: blocked('location_mix_forbidden'),
  },
  lot_on_hold: {
    status: 409,
    message: 'This lot is on hold, so its stock cannot become available.',
    extra: blocked('lot_on_hold'),
  },
  lot_expired: {
    status: 409,
    message: 'This lot has expired.',
    extra: blocked('lot_expired'),
  },
  shelf_life_too_short: {
    status: 409,
    message: 'This lot expires too soon to be received as available.',
    extra: blocked('shelf_life_too_short'),
  },
  serial_duplicate: { status: 409, message: 'This serial number is already in stock.' },
  serial_not_in_stock: {
    status: 409,
    message: 'This serial number isn’t in stock at this location.',
    extra: blocked('serial_not_in_stock'),
  },
  duplicate_key: {
    status: 409,
    message: 'This code is already used.',
    extra: blocked('duplicate_key'),
  },
  invalid_transition: {
    status: 409,
    message: 'This is no longer possible.',
    extra: blocked('invalid_transition'),
  },
  in_use: { status: 409, message: 'This is still in use.', extra: blocked('in_use') },
  approval_required: { status: 409, message: 'Someone else must approve this.' },
  not_empty: { status: 409, message: 'This workspace isn’t empty.' },
  no_longer_viewable: {
    status: 410,
    message: 'These codes can no longer be shown. Regenerate codes to get a new set.',
  },
  payload_too_large: { status: 413, message: 'The request is too large.' },
  unsupported_media_type: { status: 415, message: 'Send the request body as application/json.' },
  permission_denied: {
    status: 422,
    message: 'You do not have permission to perform this action.',
  },
  password_too_common: {
    status: 422,
    message: 'This password is too common. Please choose another.',
  },
  password_breached: {
    status: 422,
    message: 'This password appears in a known data breach. Please choose another.',
  },
  password_unchanged: { status: 422, message: 'The new password must be different.' },
  name_reserved: { status: 422, message: 'This name is taken. Try another.' },
  name_invalid: {
    status: 422,
    message: 'Use 2 to 48 letters, digits and hyphens.',
    extra: z.object({ suggestion: z.string() }),
  },
  quota: {
    status: 422,
    message: 'You have reached the number of platforms for an unverified account.',
  },
  email_not_verified: { status: 422, message: 'Please verify your email address first.' },
  image_invalid: {
    status: 422,
    message: 'The image could not be read. Use PNG, JPG or SVG.',
  },
  logo_url_not_allowed: { status: 422, message: 'Upload the logo instead.' },
  role_not_allowed: { status: 422, message: 'This role cannot be assigned.' },
  self_approval: { status: 422, message: 'Someone else must approve your own work.' },
  uom_not_exact: {
    status: 422,
    message: 'The quantity must be a whole number of the smallest unit.',
    // `nearestUnit` is set when the nearest quantities cannot be written exactly in the requested
    // unit.
    extra: z.object({ nearest: z.array(z.string()), nearestUnit: z.string().optional() }),
  },
  webhook_target_refused: {
    status: 422,
    message: 'Webhooks can’t be sent to this address.',
  },
  uom_unknown: { status: 422, message: 'This item doesn’t have this unit.' },
  amount_too_large: { status: 422, message: 'This amount is too large.' },
  lot_required: { status: 422, message: 'This item is tracked by lot. Enter the lot.' },
  lot_not_allowed: { status: 422, message: 'This item isn’t tracked by lot.' },
  serial_required: {
    status: 422,
    message: 'This item is tracked by serial number. Enter one for each unit.',
  },
  barcode_unknown: { status: 422, message: 'No item has this barcode.' },
  barcode_ambiguous: {
    status: 422,
    message: 'This code matches more than one item or location.',
    extra: blocked('barcode_ambiguous'),
  },
  barcode_check_digit: { status: 422, message: 'The check digit of this barcode is wrong.' },
  gs1_malformed: { status: 422, message: 'This GS1 code is damaged. Scan it again.' },
  future_date_refused: { status: 422, message: 'Choose a time in the past.' },
  note_required: { status: 422, message: 'This reason needs a note.' },
  reason_unknown: { status: 422, message: 'This reason doesn’t exist.' },
  unprintable: {
    status: 422,
    message: 'Some characters can’t be printed.',
    extra: z.object({ characters: z.array(unprintable) }),
  },
  reauthentication_required: {
    status: 428,
    message: 'Please confirm it is you to continue.',
    extra: z.object({ methods: z.array(proofMethods) }),
  },
  rate_limited: {
    status: 429,
    message: 'Too many attempts. Try again later.',
    extra: z.object({ retryAfter: z.int() }),
  },
  lock_timeout: {
    status: 503,
    message: 'Others are changing the same stock. Nothing was saved. Try again.',
    extra: z.object({ retryAfter: z.int() }),
  },
  platform_not_ready: {
    status: 503,
    message: 'The warehouse is being set up. Please try again.',
    extra: z.object({ retryAfter: z.int() }),
  },
  internal_error: { status: 500, message: 'An error occurred' },
  unavailable: {
    status: 503,
    message: 'The service is temporarily unavailable. Please try again.',
    extra: z.object({ retryAfter: z.int() }),
  },
} as const satisfies Record<string, Spec>

export type ErrorCode = keyof typeof errors

/** The members that a code adds to the error envelope. */
export type ErrorExtra<C extends ErrorCode> = (typeof errors)[C] extends {
  extra: infer E extends z.ZodType
}
  ? z.output<E>
  : Record<never, never>
