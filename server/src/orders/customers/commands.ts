import type { Customer, customers } from '@stowage/contract/orders/customers'
import type { Input } from '@stowage/contract/route'
import { record } from '../../audit.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { fail, failField, notFound, requireVersion } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { insertEvent } from '../../workspace/events/queries.ts'
import { findCustomer, insertCustomer, saveCustomer } from './queries.ts'

const events = {
  CUSTOMER_CREATED: 'customer.created',
  CUSTOMER_UPDATED: 'customer.updated',
  CUSTOMER_ARCHIVED: 'customer.archived',
  CUSTOMER_RESTORED: 'customer.restored',
} as const

/** Writes the audit entry and the event of one change; neither has contact details. */
async function recordChange(
  tx: Tx,
  actor: WorkspaceMember,
  { id, code, version }: Customer,
  action: keyof typeof events,
  metadata: Record<string, unknown> = {},
): Promise<void> {
  await Promise.all([
    record(tx, actor, action, { target: { type: 'customer', id, name: code }, metadata }),
    insertEvent(tx, actor.platform.id, {
      type: events[action],
      subject: { type: 'customer', id, version },
      payload: { code },
      at: actor.at,
    }),
  ])
}

export async function createCustomer(
  tx: Tx,
  actor: WorkspaceMember,
  body: Input<typeof customers.create>['body'],
): Promise<Customer> {
  const customer: Customer = {
    id: newId(),
    ...body,
    state: 'active',
    version: 1,
    createdAt: actor.at.toISOString(),
  }
  await insertCustomer(tx, actor.platform.id, customer)
  await recordChange(tx, actor, customer, 'CUSTOMER_CREATED')
  return customer
}

export async function changeCustomer(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, ...values }: Input<typeof customers.update>['body'],
): Promise<Customer> {
  const before = await getVersion(tx, actor, id, version)
  const saved = await save(tx, actor, before, values)
  await recordChange(tx, actor, saved, 'CUSTOMER_UPDATED', { changed: Object.keys(values) })
  return saved
}

/** Archives or restores a customer. Orders keep it. */
export async function setCustomerState(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  version: number,
  to: Customer['state'],
): Promise<Customer> {
  const before = await getVersion(tx, actor, id, version)
  const { state: from } = before
  if (from === to)
    fail('invalid_transition', {
      blockers: [
        { type: 'customer', from, to, allowed: [to === 'active' ? 'archived' : 'active'] },
      ],
    })
  const saved = await save(tx, actor, before, { state: to })
  const action = to === 'archived' ? 'CUSTOMER_ARCHIVED' : 'CUSTOMER_RESTORED'
  await recordChange(tx, actor, saved, action)
  return saved
}

async function getVersion(tx: Tx, { platform }: WorkspaceMember, id: string, version: number) {
  const before = (await findCustomer(tx, platform.id, id)) ?? notFound()
  requireVersion(before, version)
  return before
}

async function save(
  tx: Tx,
  { platform, at }: WorkspaceMember,
  before: Customer,
  values: Parameters<typeof saveCustomer>[3],
): Promise<Customer> {
  const saved = await saveCustomer(tx, platform.id, before, values, at)
  return saved ?? fail('version_conflict', { currentVersion: before.version + 1 })
}

/** Returns the customer of an order. Fails at the field for one that does not exist or is archived. */
export async function getOrderCustomer(
  db: Db,
  platformId: string,
  customerId: string | null | undefined,
): Promise<Customer | undefined> {
  if (customerId === null || customerId === undefined) return undefined
  const customer = await findCustomer(db, platformId, customerId)
  if (!customer) return failField('customerId', 'This customer doesn’t exist')
  if (customer.state !== 'active') failField('customerId', `Customer ${customer.code} is archived`)
  return customer
}
