// Made from the migrations by `npm run tables`; do not edit.

import type { ColumnType, GeneratedAlways } from 'kysely'

type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S, I | undefined, U>
    : ColumnType<T, T | undefined, T>

type Int8 = ColumnType<string, string | number | bigint, string | number | bigint>

type Numeric = ColumnType<string, string | number, string | number>

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
  signedOutAt: Date | null
  deletesAt: Date | null
  version: Generated<number>
  createdAt: Date
  updatedAt: Date
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
  fromBeforeEmailChange: Generated<boolean>
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
  fromBeforeEmailChange: Generated<boolean>
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
  fromBeforeEmailChange: Generated<boolean>
}

interface TenantAdjustmentLines {
  platformId: string
  adjustmentId: string
  lineNo: number
  variantId: string
  locationId: string
  status: Generated<string>
  lotId: string | null
  serialId: string | null
  mode: 'delta' | 'set'
  qty: Int8
  expected: Int8 | null
  qtyBefore: Int8 | null
  qtyAfter: Int8 | null
}

interface TenantAdjustments {
  platformId: string
  adjustmentId: string
  number: string
  warehouseId: string
  state: Generated<'draft' | 'pending_approval' | 'posted' | 'cancelled' | 'reversed'>
  reasonCode: string
  note: Generated<string>
  effectiveAt: Date | null
  valueMicros: Int8 | null
  moveId: Int8 | null
  editedBy: Generated<string[]>
  approvedBy: string | null
  version: Generated<number>
  createdAt: Date
  createdBy: string | null
  updatedAt: Date
  updatedBy: string | null
}

interface TenantAllocations {
  platformId: string
  allocationId: GeneratedAlways<Int8>
  reservationId: Int8
  bucketId: Int8
  qty: Int8
  state: Generated<'allocated' | 'picked' | 'consumed' | 'cancelled'>
  moveId: Int8 | null
  lineNo: number | null
  createdAt: Generated<Date>
}

interface TenantApiCalls {
  platformId: string
  month: string
  calls: Int8
}

interface TenantApiKeys {
  platformId: string
  keyId: string
  name: string
  prefix: string
  hash: Buffer
  previousHash: Buffer | null
  previousUntil: Date | null
  permissions: string[]
  warehouseIds: string[] | null
  createdBy: string
  createdAt: Date
  lastUsedAt: Date | null
  expiresAt: Date | null
  revokedAt: Date | null
}

interface TenantAvailableChanges {
  platformId: string
  changeNo: GeneratedAlways<Int8>
  warehouseId: string
  variantId: string
  version: Int8
  was: Int8
  available: Int8
  changedAt: Generated<Date>
}

interface TenantBarcodes {
  platformId: string
  code: string
  variantId: string
  unit: string | null
  symbology: Generated<string>
  gtin14: string | null
  isPrimary: Generated<boolean>
}

interface TenantBoxes {
  platformId: string
  boxId: string
  code: string
  codeKey: string
  name: string
  lengthMm: number | null
  widthMm: number | null
  heightMm: number | null
  tareWeightG: number | null
  maxWeightG: number | null
  state: 'active' | 'archived'
  search: string
  version: Generated<number>
  createdAt: Date
  updatedAt: Date
}

interface TenantCarriers {
  platformId: string
  carrierId: string
  code: string
  codeKey: string
  name: string
  trackingUrl: string
  state: 'active' | 'archived'
  search: string
  version: Generated<number>
  createdAt: Date
  updatedAt: Date
}

interface TenantCategories {
  platformId: string
  categoryId: string
  parentId: string | null
  name: string
  nameKey: string
  version: Generated<number>
  createdAt: Date
  updatedAt: Date
}

interface TenantChannels {
  platformId: string
  channelId: string
  code: string
  codeKey: string
  name: Generated<string>
  kind: 'manual' | 'api' | 'shop'
  warehouseIds: Generated<string[]>
  splitPolicy: Generated<'fewest_shipments' | 'priority' | 'nearest'>
  mode: Generated<'strict' | 'backorder' | 'cancel_rest'>
  confirmsAtOnce: Generated<boolean>
  state: Generated<'active' | 'archived'>
  version: Generated<number>
  createdAt: Date
  updatedAt: Date
}

interface TenantContainers {
  platformId: string
  containerId: string
  code: string
}

interface TenantCostBalances {
  platformId: string
  scopeId: string
  variantId: string
  qty: Generated<Int8>
  valueMicros: Generated<Int8>
  lastSeq: Generated<Int8>
  lastAt: Generated<Date>
}

interface TenantCostEntries {
  platformId: string
  scopeId: string
  variantId: string
  seq: Int8
  moveId: Int8 | null
  lineNo: number | null
  kind: string
  qtyDelta: Int8
  qtyBefore: Int8
  qtyAfter: Int8
  valueDelta: Int8
  valueBefore: Int8
  valueAfter: Int8
  varianceMicros: Generated<Int8>
  unpriced: Generated<boolean>
  recordedAt: Date
  effectiveAt: Date
  prevSeq: GeneratedAlways<Int8 | null>
}

interface TenantCostLayers {
  platformId: string
  scopeId: string
  variantId: string
  layerNo: Int8
  moveId: Int8
  lineNo: number
  receivedAt: Date
  qtyIn: Int8
  qtyLeft: Int8
  valueIn: Int8
  valueLeft: Int8
}

interface TenantCustomers {
  platformId: string
  customerId: string
  code: string
  codeKey: string
  name: string
  emails: Generated<string[]>
  phones: Generated<string[]>
  addresses: Generated<Json>
  tags: Generated<string[]>
  note: Generated<string>
  shipComplete: Generated<boolean>
  currency: string | null
  state: Generated<'active' | 'archived'>
  search: string
  version: Generated<number>
  createdAt: Date
  updatedAt: Date
  words: Generated<string>
}

interface TenantDefaultViews {
  platformId: string
  memberId: string
  screen: string
  viewId: string
}

interface TenantDemoRuns {
  platformId: string
  size: 'small' | 'large'
  state: 'loading' | 'loaded' | 'removing' | 'failed'
  step: Generated<string>
  percent: Generated<number>
  requestedBy: string
  startedAt: Date
  finishedAt: Date | null
}

interface TenantExceptions {
  platformId: string
  kind: string
  key: string
  warehouseId: string | null
  label: Generated<string>
  details: Generated<Json>
  count: Generated<number>
  since: Date | null
  lastAt: Date | null
  reportedBy: string | null
  ownerId: string | null
  snoozedUntil: Date | null
  resolvedAt: Date | null
  resolvedBy: string | null
}

interface TenantFulfillmentLines {
  platformId: string
  fulfillmentId: string
  lineNo: number
  orderLineId: string
  componentId: string | null
  variantId: string
  reservationId: Int8
  qty: Int8
  qtyShort: Generated<Int8>
  shortAt: Date | null
  qtyCancelled: Generated<Int8>
}

interface TenantFulfillments {
  platformId: string
  fulfillmentId: string
  number: string
  orderId: string
  warehouseId: string
  state: Generated<
    'planned' | 'released' | 'picking' | 'picked' | 'packing' | 'packed' | 'shipped' | 'cancelled'
  >
  policy: 'fefo' | 'fifo' | 'closest' | 'fewest'
  priority: number
  shipBy: Date | null
  version: Generated<number>
  createdAt: Date
  createdBy: string | null
  updatedAt: Date
  updatedBy: string | null
  waveId: string | null
  splitFromId: string | null
}

interface TenantImportRows {
  platformId: string
  importId: string
  rowNo: number
  cells: Json
  state: Generated<'read' | 'valid' | 'error' | 'skipped' | 'applied' | 'undone'>
  outcome: 'create' | 'update' | 'unchanged' | null
  key: string | null
  mark: string | null
  groupKey: string | null
  errors: Generated<Json>
  entityId: string | null
  entityVersion: number | null
  before: Json | null
  moveId: Int8 | null
}

interface TenantImports {
  platformId: string
  importId: string
  kind: string
  mode: 'valid_rows' | 'all_or_nothing'
  fileName: Generated<string>
  state: Generated<
    | 'uploaded'
    | 'validated'
    | 'applying'
    | 'done'
    | 'done_with_errors'
    | 'failed'
    | 'cancelled'
    | 'undone'
  >
  busy: 'validate' | 'apply' | 'undo' | null
  lastRow: Generated<number>
  rowsDone: Generated<number>
  columns: string[]
  mapping: Generated<Json>
  options: Generated<Json>
  rowsTotal: Generated<number>
  rowsValid: Generated<number>
  rowsFailed: Generated<number>
  rowsApplied: Generated<number>
  creates: Generated<number>
  updates: Generated<number>
  unchanged: Generated<number>
  failure: Json | null
  finishedAt: Date | null
  createdAt: Date
  createdBy: string
  updatedAt: Date
  format: string | null
  matched: Generated<Json>
  rowsSkipped: Generated<number>
  fixed: Generated<Json>
  rowsIncomplete: Generated<number>
}

interface TenantInvitations {
  platformId: string
  memberId: string
  tokenHash: Buffer
  createdAt: Date
  expiresAt: Date
}

interface TenantKitComponents {
  platformId: string
  kitVariantId: string
  componentVariantId: string
  qty: Int8
}

interface TenantLocations {
  platformId: string
  locationId: string
  warehouseId: string
  zoneId: string | null
  code: string
  codeKey: string
  barcode: string | null
  kind: Generated<'bin' | 'shelf' | 'pallet' | 'floor' | 'dock' | 'stage' | 'virtual'>
  pickSequence: Generated<number>
  xMm: number | null
  yMm: number | null
  pickable: Generated<boolean>
  receivable: Generated<boolean>
  mixedSkus: Generated<boolean>
  mixedLots: Generated<boolean>
  maxUnits: number | null
  maxWeightG: number | null
  isLimited: GeneratedAlways<boolean>
  status: Generated<'active' | 'blocked_in' | 'blocked_out' | 'blocked' | 'archived'>
  lastCountedAt: Date | null
  version: Generated<number>
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
}

interface TenantLots {
  platformId: string
  lotId: string
  variantId: string
  code: string
  supplierLot: string | null
  manufacturedOn: string | null
  expiresOn: string | null
  expiresBy: GeneratedAlways<string>
  receivedOn: string | null
  state: Generated<'active' | 'hold' | 'recalled'>
  version: Generated<number>
}

interface TenantManifestPackages {
  platformId: string
  manifestId: string
  packageId: string
  shipmentId: string
  loadedAt: Date
  loadedBy: string
}

interface TenantManifests {
  platformId: string
  manifestId: string
  number: string
  warehouseId: string
  carrier: string
  state: Generated<'open' | 'closed' | 'cancelled'>
  handedTo: Generated<string>
  handedOverAt: Date | null
  handedOverBy: string | null
  version: Generated<number>
  createdAt: Date
  createdBy: string | null
  updatedAt: Date
  updatedBy: string | null
}

interface TenantManualReservations {
  platformId: string
  manualReservationId: string
  warehouseId: string
  variantId: string
  qty: Int8
  note: Generated<string>
  expiresAt: Date | null
  state: Generated<'active' | 'released' | 'expired'>
  createdAt: Date
  createdBy: string | null
  endedAt: Date | null
  endedBy: string | null
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

interface TenantMemberWarehouseScope {
  platformId: string
  memberId: string
  warehouseId: string
}

interface TenantMembers {
  platformId: string
  id: string
  email: string
  emailKey: string
  firstName: string
  lastName: string
  accountId: string | null
  status: Generated<'active' | 'invited' | 'disabled'>
  role: Generated<string>
  permissions: Generated<string[]>
  mustChangePassword: Generated<boolean>
  signedInAt: Date | null
  version: Generated<number>
  createdAt: Date
  updatedAt: Date
}

interface TenantNumberSequences {
  platformId: string
  kind: string
  nextValue: Generated<Int8>
}

interface TenantOrderHolds {
  platformId: string
  orderId: string
  holdId: string
  kind: 'fraud' | 'payment' | 'address' | 'stock' | 'manual'
  note: Generated<string>
  placedAt: Date
  placedBy: string | null
  releasedAt: Date | null
  releasedBy: string | null
}

interface TenantOrderLineComponents {
  platformId: string
  orderLineId: string
  componentId: string
  variantId: string
  perKit: Int8
}

interface TenantOrderLines {
  platformId: string
  orderId: string
  lineNo: number
  orderLineId: string
  variantId: string
  unit: string
  qty: Int8
  qtyCancelled: Generated<Int8>
  unitPriceMicros: Int8 | null
  discountMicros: Generated<Int8>
  taxMicros: Generated<Int8>
  totalMicros: Generated<Int8>
  note: Generated<string>
  qtyOutOfStock: Generated<Int8>
  unitNumerator: Generated<Int8>
  unitDenominator: Generated<Int8>
  externalLineId: string | null
  metadata: Generated<Json>
  isAdded: Generated<boolean>
}

interface TenantOrderPlans {
  platformId: string
  orderId: string
  policy: 'fewest_shipments' | 'priority' | 'nearest'
  mode: 'strict' | 'backorder' | 'cancel_rest'
  plannedAt: Date
  lines: Json
}

interface TenantOrders {
  platformId: string
  orderId: string
  number: string
  channelId: string
  externalId: string | null
  customerId: string | null
  state: Generated<
    | 'draft'
    | 'confirmed'
    | 'on_hold'
    | 'released'
    | 'in_fulfillment'
    | 'partially_shipped'
    | 'shipped'
    | 'completed'
    | 'closed_short'
    | 'cancelled'
  >
  priority: Generated<number>
  placedAt: Date
  promisedShipAt: Date | null
  shipComplete: Generated<boolean>
  currency: string
  shippingAddress: Json | null
  billingAddress: Json | null
  paymentState: Generated<string>
  tags: Generated<string[]>
  note: Generated<string>
  warehouseIds: Generated<string[]>
  mode: 'strict' | 'backorder' | 'cancel_rest' | null
  subtotalMicros: Generated<Int8>
  discountMicros: Generated<Int8>
  taxMicros: Generated<Int8>
  totalMicros: Generated<Int8>
  confirmedAt: Date | null
  cancelReason: string | null
  fulfillmentState: Generated<'none' | 'partial' | 'full'>
  version: Generated<number>
  createdAt: Date
  createdBy: string | null
  updatedAt: Date
  updatedBy: string | null
  shippingChargeMicros: Generated<Int8>
  orderDiscountMicros: Generated<Int8>
  shippingMicros: Generated<Int8>
  metadata: Generated<Json>
  recipientWords: Generated<string>
}

interface TenantPackageLines {
  platformId: string
  packageLineId: string
  packageId: string
  fulfillmentId: string
  lineNo: number
  lotId: string | null
  serialId: string | null
  qty: Int8
  isScanned: boolean
}

interface TenantPackageScans {
  platformId: string
  scanId: string
  packageId: string
  variantId: string
  qty: Int8
}

interface TenantPackages {
  platformId: string
  packageId: string
  fulfillmentId: string
  packageNo: number
  state: Generated<'open' | 'closed'>
  box: Generated<string>
  weightG: number | null
  lengthMm: number | null
  widthMm: number | null
  heightMm: number | null
  createdAt: Date
  createdBy: string | null
  closedAt: Date | null
  closedBy: string | null
  shipmentId: string | null
  tracking: Generated<string>
  numberedIn: string | null
}

interface TenantPickBatchLines {
  platformId: string
  batchId: string
  lineNo: number
  fulfillmentId: string
  tote: string | null
  heldTote: string | null
}

interface TenantPickBatches {
  platformId: string
  batchId: string
  number: string
  warehouseId: string
  waveId: string | null
  method: 'single' | 'batch' | 'cluster'
  state: Generated<'open' | 'in_progress' | 'completed' | 'cancelled'>
  assignedTo: string | null
  version: Generated<number>
  createdAt: Date
  createdBy: string | null
  updatedAt: Date
  updatedBy: string | null
}

interface TenantPickTasks {
  platformId: string
  fulfillmentId: string
  pickTaskId: string
  lineNo: number
  allocationId: Int8
  locationId: string
  lotId: string | null
  serialId: string | null
  qty: Int8
  reason: 'expires_first' | 'oldest' | 'next_on_path' | 'largest_quantity'
  state: Generated<'ready' | 'done' | 'short' | 'sent_back' | 'withdrawn' | 'cancelled'>
  pickedAt: Date | null
  pickedBy: string | null
  scanId: string | null
  assignedTo: string | null
  batchId: string | null
  sequence: number | null
  tote: string | null
  shortAt: Date | null
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
  keptStatus: string | null
  logoKey: string | null
  deletedBy: string | null
  purgesAt: Date | null
  version: Generated<number>
  createdAt: Date
  updatedAt: Date
}

interface TenantProducts {
  platformId: string
  productId: string
  name: string
  nameKey: string
  description: Generated<string>
  kind: Generated<'stocked' | 'service' | 'virtual_kit'>
  categoryId: string | null
  brand: Generated<string>
  tags: Generated<string[]>
  shelfLifeDays: number | null
  minRemainingDaysReceive: number | null
  minRemainingDaysShip: number | null
  state: Generated<'active' | 'archived'>
  version: Generated<number>
  createdAt: Date
  createdBy: string | null
  updatedAt: Date
  updatedBy: string | null
  metadata: Generated<Json>
}

interface TenantReasons {
  platformId: string
  code: string
  name: string
  applies: string[]
  requiresNote: Generated<boolean>
  state: Generated<'active' | 'archived'>
  version: Generated<number>
  createdAt: Date
  updatedAt: Date
}

interface TenantReceiptLines {
  platformId: string
  receiptId: string
  lineNo: number
  variantId: string
  unit: string
  qtyReceived: Int8
  qtyReversed: Generated<Int8>
  locationId: string
  status: Generated<string>
  lotId: string | null
  serialIds: Generated<string[]>
  reversedSerialIds: Generated<string[]>
  unitCostMicros: Int8 | null
  valueMicros: Int8 | null
  discrepancyReason: string | null
}

interface TenantReceipts {
  platformId: string
  receiptId: string
  number: string
  kind: Generated<'blind' | 'purchase' | 'transfer' | 'return'>
  sourceId: string | null
  warehouseId: string
  reference: Generated<string>
  state: Generated<'open' | 'completed' | 'cancelled' | 'reversed'>
  receivedAt: Date | null
  moveId: Int8 | null
  version: Generated<number>
  createdAt: Date
  createdBy: string | null
  updatedAt: Date
  updatedBy: string | null
}

interface TenantReservations {
  platformId: string
  reservationId: GeneratedAlways<Int8>
  sourceType: 'order_line' | 'transfer_line' | 'manual'
  sourceId: string
  componentId: string | null
  warehouseId: string
  variantId: string
  promised: Generated<Int8>
  backordered: Generated<Int8>
  allocated: Generated<Int8>
  consumed: Generated<Int8>
  priority: Generated<number>
  dueAt: Date | null
  expiresAt: Date | null
  createdAt: Generated<Date>
  perKit: Int8 | null
}

interface TenantReturnDispositions {
  platformId: string
  returnId: string
  dispositionNo: number
  itemNo: number
  qty: Int8
  disposition: 'restock' | 'quarantine' | 'refurbish' | 'scrap' | 'return_to_vendor'
  locationId: string | null
  moveId: Int8 | null
  decidedAt: Date
  decidedBy: string | null
}

interface TenantReturnItems {
  platformId: string
  returnId: string
  itemNo: number
  lineNo: number
  bucketId: Int8
  qty: Int8
  condition: 'new' | 'opened' | 'used' | 'damaged'
}

interface TenantReturnLines {
  platformId: string
  returnId: string
  lineNo: number
  returnLineId: string
  orderLineId: string | null
  variantId: string
  qtyAuthorized: Int8
  qtyReceived: Generated<Int8>
  reasonCode: string
}

interface TenantReturnPhotos {
  platformId: string
  returnId: string
  photoId: string
  itemNo: number
  webp: Buffer
  createdAt: Date
  createdBy: string | null
}

interface TenantReturns {
  platformId: string
  returnId: string
  number: string
  orderId: string | null
  customerId: string | null
  warehouseId: string | null
  state: Generated<
    | 'requested'
    | 'authorized'
    | 'received'
    | 'inspected'
    | 'closed'
    | 'rejected'
    | 'cancelled'
    | 'expired'
  >
  expectedBy: string | null
  note: Generated<string>
  endReason: string | null
  receivedAt: Date | null
  moveId: Int8 | null
  refundState: Generated<'none' | 'requested'>
  version: Generated<number>
  createdAt: Date
  createdBy: string | null
  updatedAt: Date
  updatedBy: string | null
}

interface TenantSavedViews {
  platformId: string
  viewId: string
  screen: string
  name: string
  nameKey: string
  ownerId: string
  isShared: Generated<boolean>
  query: Json
  arrangement: Json | null
  version: Generated<number>
  createdAt: Date
  updatedAt: Date
}

interface TenantSerials {
  platformId: string
  serialId: string
  variantId: string
  code: string
  lotId: string | null
}

interface TenantShipments {
  platformId: string
  shipmentId: string
  number: string
  fulfillmentId: string
  orderId: string
  warehouseId: string
  state: Generated<'shipped' | 'delivered' | 'exception' | 'lost' | 'returned' | 'voided'>
  carrier: Generated<string>
  service: Generated<string>
  tracking: Generated<string>
  costMicros: Int8 | null
  shippedAt: Date
  deliveredAt: Date | null
  note: Generated<string>
  moveId: Int8
  version: Generated<number>
  createdAt: Date
  createdBy: string | null
  updatedAt: Date
  updatedBy: string | null
  manifestId: string | null
  handedOverAt: Date | null
}

interface TenantSlugHistory {
  slug: string
  platformId: string
  releasedAt: Date | null
  resolvesUntil: Date | null
  closedUntil: Date | null
}

interface TenantStockBuckets {
  platformId: string
  bucketId: GeneratedAlways<Int8>
  warehouseId: string
  variantId: string
  locationId: string
  status: Generated<'available' | 'hold' | 'quarantine' | 'damaged' | 'expired'>
  tracking: string
  lotId: string | null
  serialId: string | null
  containerId: string | null
  onHand: Generated<Int8>
  allocated: Generated<Int8>
  lastSeq: Generated<Int8>
  lastAt: Generated<Date>
}

interface TenantStockLedger {
  platformId: string
  bucketId: Int8
  seq: Int8
  moveId: Int8
  lineNo: number
  party: 'stock' | 'supplier' | 'customer' | 'loss' | 'found' | 'production'
  delta: Int8
  qtyBefore: Int8
  qtyAfter: Int8
  recordedAt: Date
  effectiveAt: Date
  prevSeq: GeneratedAlways<Int8 | null>
}

interface TenantStockLevels {
  platformId: string
  warehouseId: string
  variantId: string
  qtyScale: number
  tracking: string
  onHand: Generated<Int8>
  isOut: GeneratedAlways<boolean>
  unavailable: Generated<Int8>
  reserved: Generated<Int8>
  backordered: Generated<Int8>
  backorderLimit: Generated<Int8 | null>
  version: Generated<Int8>
  changedAt: Generated<Date>
}

interface TenantStockMoves {
  platformId: string
  moveId: GeneratedAlways<Int8>
  kind: string
  warehouseId: string
  sourceType: string
  sourceId: string | null
  reasonCode: string | null
  note: string | null
  effectiveAt: Date
  recordedAt: Date
  actorType: string
  actorId: string | null
  requestId: string | null
  dedupeKey: string | null
  reversesMoveId: Int8 | null
}

interface TenantTableSettings {
  platformId: string
  memberId: string
  tableName: string
  columns: string[]
  hidden: string[]
  density: Generated<'compact' | 'usual' | 'roomy'>
  widths: Generated<Json>
  updatedAt: Date
}

interface TenantTenantEvents {
  platformId: string
  eventNo: GeneratedAlways<Int8>
  eventId: Generated<string>
  type: string
  subjectType: string
  subjectId: string
  subjectVersion: Int8
  payload: Json
  occurredAt: Generated<Date>
  feedSeq: Int8 | null
}

interface TenantVariantUnits {
  platformId: string
  variantId: string
  code: string
  codeKey: string
  numerator: Int8
  denominator: Generated<Int8>
}

interface TenantVariants {
  platformId: string
  variantId: string
  productId: string
  sku: string
  skuKey: string
  name: Generated<string>
  options: Generated<Json>
  unit: Generated<string>
  qtyScale: Generated<number>
  tracking: Generated<'none' | 'lot' | 'serial'>
  weightG: number | null
  lengthMm: number | null
  widthMm: number | null
  heightMm: number | null
  sellPrice: Numeric | null
  purchasePrice: Numeric | null
  backorder: Generated<'inherit' | 'deny' | 'limit' | 'allow'>
  backorderLimit: Generated<Int8 | null>
  reorderPoint: Int8 | null
  state: Generated<'active' | 'archived'>
  search: Generated<string>
  version: Generated<number>
  createdAt: Generated<Date>
  createdBy: string | null
  updatedAt: Generated<Date>
  updatedBy: string | null
  pickPolicy: 'fefo' | 'fifo' | 'closest' | 'fewest' | null
}

interface TenantVerifyRuns {
  platformId: string
  runId: string
  kind: 'full' | 'incremental'
  startedAt: Date
  tookMs: number
  checkedRows: Int8
  violations: Json
}

interface TenantWarehouseSettings {
  platformId: string
  currency: Generated<string>
  costingMethod: Generated<'avco' | 'fifo'>
  costingScope: Generated<'warehouse' | 'platform'>
  closedThrough: Generated<string>
  defaultBackorderLimit: Generated<Int8 | null>
  adjustApprovalAbove: Int8 | null
  separateDuties: Generated<boolean>
  demo: 'small' | 'large' | null
  version: Generated<number>
  createdAt: Date
  updatedAt: Date
  packScan: Generated<'required' | 'optional'>
  shortPickHolds: Generated<boolean>
  pickPolicy: Generated<'fefo' | 'fifo' | 'closest' | 'fewest'>
}

interface TenantWarehouses {
  platformId: string
  warehouseId: string
  code: string
  codeKey: string
  name: Generated<string>
  kind: Generated<'site' | 'transit'>
  timezone: Generated<string>
  address: Generated<Json>
  isSellable: Generated<boolean>
  rank: Generated<number>
  state: Generated<'active' | 'archived'>
  receiveLocationId: string | null
  stageLocationId: string | null
  quarantineLocationId: string | null
  damagedLocationId: string | null
  version: Generated<number>
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
  pickPolicy: 'fefo' | 'fifo' | 'closest' | 'fewest' | null
}

interface TenantWaveOrders {
  platformId: string
  waveId: string
  lineNo: number
  orderId: string
  state: Generated<'pending' | 'released' | 'refused' | 'skipped' | 'returned'>
  attempts: Generated<number>
  code: string | null
  message: string | null
}

interface TenantWaves {
  platformId: string
  waveId: string
  number: string
  warehouseId: string
  state: Generated<'draft' | 'released' | 'in_progress' | 'completed' | 'cancelled'>
  policy: 'fefo' | 'fifo' | 'closest' | 'fewest'
  filter: Generated<Json>
  maxOrders: number
  maxLines: number | null
  maxUnits: number | null
  version: Generated<number>
  createdAt: Date
  createdBy: string | null
  updatedAt: Date
  updatedBy: string | null
  name: Generated<string>
}

interface TenantWebhookAttempts {
  platformId: string
  webhookId: string
  eventNo: Int8
  attempt: number
  at: Date
  tookMs: number
  status: number | null
  failure: string | null
  responseHead: string | null
}

interface TenantWebhookDeliveries {
  platformId: string
  webhookId: string
  eventNo: Int8
  eventId: string
  type: string
  subjectType: string
  subjectId: string
  state: 'pending' | 'retrying' | 'delivered' | 'dead'
  attempts: Generated<number>
  attemptsBefore: Generated<number>
  nextAt: Date | null
  createdAt: Date
  finishedAt: Date | null
  lastStatus: number | null
  lastFailure: string | null
}

interface TenantWebhooks {
  platformId: string
  webhookId: string
  url: string
  description: string
  types: string[]
  state: 'active' | 'paused' | 'removed'
  secretCipher: Buffer
  previousCipher: Buffer | null
  previousUntil: Date | null
  eventNo: Int8
  createdBy: string
  createdAt: Date
  removedAt: Date | null
  lastAttemptAt: Date | null
  lastAttemptOk: boolean | null
  deadToldAt: Date | null
  version: Generated<number>
}

interface TenantZones {
  platformId: string
  zoneId: string
  warehouseId: string
  code: string
  codeKey: string
  name: Generated<string>
  kind: Generated<
    'receive' | 'bulk' | 'pick' | 'stage' | 'quarantine' | 'damaged' | 'return' | 'transit'
  >
  pickSequence: Generated<number>
  state: Generated<'active' | 'archived'>
  version: Generated<number>
  createdAt: Date
  updatedAt: Date
}

interface AuditAuditLog {
  id: string
  createdAt: Date
  action: string
  outcome: 'success' | 'failure' | 'denied'
  actorType: 'operator' | 'tenant_user' | 'api_key' | 'anonymous' | 'system'
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

interface AuditAuditValues {
  platformId: string
  kind: 'action' | 'actor_email'
  value: string
  auditId: string
}

interface OpsFunctions {
  name: string
  sha256: string
  appliedAt: Generated<Date>
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

interface DirectoryCells {
  name: string
  urls: Buffer | null
  state: Generated<'active' | 'draining'>
  addedAt: Date
}

interface DirectoryMarks {
  markId: string
  channel: string
  createdAt: Date
}

interface DirectoryMoves {
  platformId: string
  source: string
  target: string
  step: string
  startedAt: Date
  changedAt: Date
}

interface DirectoryOperations {
  operationId: string
  kind: 'create' | 'rename' | 'transfer'
  cell: string
  platformId: string
  accountId: string | null
  slug: string | null
  startedAt: Date
}

interface DirectoryOutcomes {
  operationId: string
  isDone: boolean
  decidedAt: Date
}

interface DirectoryPlatforms {
  platformId: string
  cell: string
  state: 'live' | 'moving' | 'left'
  changedAt: Date
}

interface DirectorySlugs {
  slug: string
  platformId: string
  reservedAt: Date | null
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
  'tenant.adjustmentLines': TenantAdjustmentLines
  'tenant.adjustments': TenantAdjustments
  'tenant.allocations': TenantAllocations
  'tenant.apiCalls': TenantApiCalls
  'tenant.apiKeys': TenantApiKeys
  'tenant.availableChanges': TenantAvailableChanges
  'tenant.barcodes': TenantBarcodes
  'tenant.boxes': TenantBoxes
  'tenant.carriers': TenantCarriers
  'tenant.categories': TenantCategories
  'tenant.channels': TenantChannels
  'tenant.containers': TenantContainers
  'tenant.costBalances': TenantCostBalances
  'tenant.costEntries': TenantCostEntries
  'tenant.costLayers': TenantCostLayers
  'tenant.customers': TenantCustomers
  'tenant.defaultViews': TenantDefaultViews
  'tenant.demoRuns': TenantDemoRuns
  'tenant.exceptions': TenantExceptions
  'tenant.fulfillmentLines': TenantFulfillmentLines
  'tenant.fulfillments': TenantFulfillments
  'tenant.importRows': TenantImportRows
  'tenant.imports': TenantImports
  'tenant.invitations': TenantInvitations
  'tenant.kitComponents': TenantKitComponents
  'tenant.locations': TenantLocations
  'tenant.lots': TenantLots
  'tenant.manifestPackages': TenantManifestPackages
  'tenant.manifests': TenantManifests
  'tenant.manualReservations': TenantManualReservations
  'tenant.memberCredentials': TenantMemberCredentials
  'tenant.memberSessions': TenantMemberSessions
  'tenant.memberTokens': TenantMemberTokens
  'tenant.memberWarehouseScope': TenantMemberWarehouseScope
  'tenant.members': TenantMembers
  'tenant.numberSequences': TenantNumberSequences
  'tenant.orderHolds': TenantOrderHolds
  'tenant.orderLineComponents': TenantOrderLineComponents
  'tenant.orderLines': TenantOrderLines
  'tenant.orderPlans': TenantOrderPlans
  'tenant.orders': TenantOrders
  'tenant.packageLines': TenantPackageLines
  'tenant.packageScans': TenantPackageScans
  'tenant.packages': TenantPackages
  'tenant.pickBatchLines': TenantPickBatchLines
  'tenant.pickBatches': TenantPickBatches
  'tenant.pickTasks': TenantPickTasks
  'tenant.platformLogos': TenantPlatformLogos
  'tenant.platforms': TenantPlatforms
  'tenant.products': TenantProducts
  'tenant.reasons': TenantReasons
  'tenant.receiptLines': TenantReceiptLines
  'tenant.receipts': TenantReceipts
  'tenant.reservations': TenantReservations
  'tenant.returnDispositions': TenantReturnDispositions
  'tenant.returnItems': TenantReturnItems
  'tenant.returnLines': TenantReturnLines
  'tenant.returnPhotos': TenantReturnPhotos
  'tenant.returns': TenantReturns
  'tenant.savedViews': TenantSavedViews
  'tenant.serials': TenantSerials
  'tenant.shipments': TenantShipments
  'tenant.slugHistory': TenantSlugHistory
  'tenant.stockBuckets': TenantStockBuckets
  'tenant.stockLedger': TenantStockLedger
  'tenant.stockLevels': TenantStockLevels
  'tenant.stockMoves': TenantStockMoves
  'tenant.tableSettings': TenantTableSettings
  'tenant.tenantEvents': TenantTenantEvents
  'tenant.variantUnits': TenantVariantUnits
  'tenant.variants': TenantVariants
  'tenant.verifyRuns': TenantVerifyRuns
  'tenant.warehouseSettings': TenantWarehouseSettings
  'tenant.warehouses': TenantWarehouses
  'tenant.waveOrders': TenantWaveOrders
  'tenant.waves': TenantWaves
  'tenant.webhookAttempts': TenantWebhookAttempts
  'tenant.webhookDeliveries': TenantWebhookDeliveries
  'tenant.webhooks': TenantWebhooks
  'tenant.zones': TenantZones
  'audit.auditLog': AuditAuditLog
  'audit.auditPending': AuditAuditPending
  'audit.auditSeal': AuditAuditSeal
  'audit.auditValues': AuditAuditValues
  'ops.functions': OpsFunctions
  'ops.idempotencyKeys': OpsIdempotencyKeys
  'ops.migrations': OpsMigrations
  'ops.outbox': OpsOutbox
  'ops.rateLimits': OpsRateLimits
  'directory.cells': DirectoryCells
  'directory.marks': DirectoryMarks
  'directory.moves': DirectoryMoves
  'directory.operations': DirectoryOperations
  'directory.outcomes': DirectoryOutcomes
  'directory.platforms': DirectoryPlatforms
  'directory.slugs': DirectorySlugs
}
