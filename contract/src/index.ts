import { accounts } from './identity/accounts.ts'
import { passwords } from './identity/passwords.ts'
import { profile } from './identity/profile.ts'
import { sessions } from './identity/sessions.ts'
import { audit } from './platforms/audit.ts'
import { directory } from './platforms/directory.ts'
import { members } from './platforms/members.ts'
import { tenantSessions } from './platforms/tenant-sessions.ts'

/** Every route of the product. Folder, key, table and permission share one noun. */
export const api = {
  identity: { accounts, sessions, passwords, profile },
  platforms: { directory, members, audit, tenantSessions },
}
