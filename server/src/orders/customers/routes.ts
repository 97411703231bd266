import type { Customer, customers } from '@stowage/contract/orders/customers'
import type { Db } from '../../database/connect.ts'
import type { PageRequest } from '../../database/pages.ts'
import { namingDuplicates } from '../../database/unique-violations.ts'
import { notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { listAsCsv } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { changeCustomer, createCustomer, setCustomerState } from './commands.ts'
import { customerColumns } from './export.ts'
import { findCustomer, findCustomerByCode, listCustomers } from './queries.ts'
import { maskedCustomer } from './rules.ts'

type Viewer = Pick<WorkspaceMember, 'holds'>

const showsContacts = ({ holds }: Viewer) => holds.has('customer.pii.read')

const shownTo = (viewer: Viewer, customer: Customer): Customer =>
  showsContacts(viewer) ? customer : maskedCustomer(customer)

export const customerHandlers: Handlers<typeof customers> = {
  list({ actor, ...call }, { query: { format, ...query } }) {
    const listPage = async (db: Db, page: PageRequest) => {
      const filter = { ...query, showsContacts: showsContacts(actor) }
      const found = await listCustomers(db, actor.platform.id, filter, page)
      return { ...found, items: found.items.map((one) => shownTo(actor, one)) }
    }
    if (format === 'json') return call.read((db) => listPage(db, query))
    return listAsCsv(call, { name: 'customers', at: actor.at }, customerColumns, listPage)
  },

  details: ({ read, actor }, { params }) =>
    read(async (db) => {
      const customer = await findCustomer(db, actor.platform.id, params.customerId)
      return { customer: shownTo(actor, customer ?? notFound()) }
    }),

  create: ({ read, write, actor }, { body }) =>
    namingDuplicates(
      { read },
      (db) => findCustomerByCode(db, actor.platform.id, body.code),
      () =>
        write(async (tx) => ({ customer: shownTo(actor, await createCustomer(tx, actor, body)) })),
    ),

  update: ({ read, write, actor }, { params, body }) =>
    namingDuplicates(
      { read },
      (db) => findCustomerByCode(db, actor.platform.id, body.code ?? ''),
      () =>
        write(async (tx) => ({
          customer: shownTo(actor, await changeCustomer(tx, actor, params.customerId, body)),
        })),
    ),

  archive: ({ write, actor }, { params, body: { version } }) =>
    write(async (tx) => ({
      customer: shownTo(
        actor,
        await setCustomerState(tx, actor, params.customerId, version, 'archived'),
      ),
    })),

  restore: ({ write, actor }, { params, body: { version } }) =>
    write(async (tx) => ({
      customer: shownTo(
        actor,
        await setCustomerState(tx, actor, params.customerId, version, 'active'),
      ),
    })),
}
