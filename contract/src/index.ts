import { accounts } from './identity/accounts.ts'
import { passkeys } from './identity/passkeys.ts'
import { passwords } from './identity/passwords.ts'
import { profile } from './identity/profile.ts'
import { sessions } from './identity/sessions.ts'
import { twoFactor } from './identity/two-factor.ts'
import { audit } from './platforms/audit.ts'
import { directory } from './platforms/directory.ts'
import { invitations } from './platforms/invitations.ts'
import { logos } from './platforms/logos.ts'
import { members } from './platforms/members.ts'
import { tableSettings } from './platforms/table-settings.ts'
import { tenantPasswords } from './platforms/tenant-passwords.ts'
import { tenantProfile } from './platforms/tenant-profile.ts'
import { tenantSessions } from './platforms/tenant-sessions.ts'
import { channels } from './orders/channels.ts'
import { customers } from './orders/customers.ts'
import { orders } from './orders/orders.ts'
import { apiKeys } from './workspace/api-keys.ts'
import { adjustments } from './warehouse/adjustments.ts'
import { catalog } from './warehouse/catalog.ts'
import { catalogBatches } from './warehouse/catalog-batches.ts'
import { demo } from './demo.ts'
import { events } from './warehouse/events.ts'
import { home } from './warehouse/home.ts'
import { lookup } from './warehouse/lookup.ts'
import { imports } from './warehouse/imports.ts'
import { kits } from './warehouse/kits.ts'
import { labels } from './warehouse/labels.ts'
import { lots } from './warehouse/lots.ts'
import { places } from './warehouse/places.ts'
import { receiving } from './warehouse/receiving.ts'
import { reports } from './warehouse/reports.ts'
import { settings } from './warehouse/settings.ts'
import { stock } from './warehouse/stock.ts'

/** Every route of the product. Folder, key, table and permission use the same noun. */
export const api = {
  identity: { accounts, sessions, passwords, twoFactor, passkeys, profile },
  platforms: {
    directory,
    logos,
    members,
    invitations,
    audit,
    tenantSessions,
    tenantPasswords,
    tenantProfile,
    tableSettings,
  },
  workspace: { apiKeys },
  warehouse: {
    catalog,
    catalogBatches,
    places,
    stock,
    reports,
    receiving,
    adjustments,
    settings,
    imports,
    kits,
    labels,
    lookup,
    lots,
    home,
    events,
  },
  orders: { customers, channels, orders },
  demo: { demo },
}
