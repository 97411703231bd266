import type { Customer, customers } from '@stowage/contract/orders/customers'
import type { WorkspaceMember } from '../../http/actor.ts'
import { pageOrFile } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { recordHandlers } from '../../workspace/records/handlers.ts'
import { changeCustomer, createCustomer } from './commands.ts'
import { customerColumns } from './export.ts'
import { customerRecord, listCustomers } from './queries.ts'
import { maskedCustomer } from './rules.ts'

type Viewer = Pick<WorkspaceMember, 'holds'>

const showsContacts = ({ holds }: Viewer) => holds.has('customer.pii.read')

const shownTo = (viewer: Viewer, customer: Customer): Customer =>
  showsContacts(viewer) ? customer : maskedCustomer(customer)

export const customerHandlers: Handlers<typeof customers> = {
  ...recordHandlers(customerRecord, {
    create: createCustomer,
    update: changeCustomer,
    takenBy: ({ id, name }) => ({ id, name }),
    show: async (_, actor, row) => shownTo(actor, row),
  }),

  list(call, { query }) {
    const { actor } = call
    const filter = { ...query, showsContacts: showsContacts(actor) }
    return pageOrFile(call, query, 'customers', customerColumns, async (db, page) => {
      const found = await listCustomers(db, actor.platform.id, filter, page)
      return { ...found, items: found.items.map((one) => shownTo(actor, one)) }
    })
  },
}
