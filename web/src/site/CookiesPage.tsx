import { LegalPage } from './LegalPage.tsx'

const entries = [
  {
    keys: ['accessToken', 'refreshToken', 'user'],
    purpose: 'Your operator session, and your name and email for display.',
    until: 'You sign out or the session ends',
  },
  {
    keys: [
      'tenantAccessToken',
      'tenantRefreshToken',
      'tenantUser',
      'tenantPlatformId',
      'tenantPlatformSlug',
      'stowage.rights',
    ],
    purpose: 'Your member session, the platform it belongs to, and your permissions there.',
    until: 'You sign out or the session ends',
  },
  {
    keys: ['deviceToken', 'deviceToken:{platform}'],
    purpose: 'Identifies this browser as known. Failed sign-ins by others cannot lock it out.',
    until: 'You clear it',
  },
  {
    keys: ['stowage.theme', 'stowage.sidebar', 'stowage.keys'],
    purpose: 'Light or dark theme, sidebar width, and whether single-letter shortcuts are on.',
    until: 'You clear it',
  },
  {
    keys: ['stowage.rail', 'stowage.warehouse', 'stowage.rows.{list}'],
    purpose: 'Your workspace display: sidebar width, current warehouse and rows per page.',
    until: 'You clear it',
  },
  {
    keys: ['stowage.recent', 'stowage.recent.workspace'],
    purpose: 'Your recent commands in the command palette.',
    until: 'You clear it, or somebody else uses the command palette',
  },
  {
    keys: ['stowage.device'],
    purpose: 'Scanner and label settings of this device.',
    until: 'You clear it',
  },
  {
    keys: ['stowage (IndexedDB)'],
    purpose: 'Picks that were confirmed without a connection, with your email.',
    until: 'The server has recorded them, or you discard them',
  },
  {
    keys: ['stowage.clock', 'stowage.refresh', 'stowage.refresh.tenant', 'stowage.ended'],
    purpose: 'Synchronize sessions between tabs and with the server clock.',
    until: 'They are replaced',
  },
  {
    keys: [
      'stowage.draft.*',
      'stowage.origin',
      'stowage.workspace',
      'stowage.notice',
      'stowage.listed',
      'stowage.token.*',
    ],
    purpose:
      'Unsent text, the page to return to, a message to show once, the last product list, and the link from an email until you use it.',
    until: 'You close the tab',
  },
]

export default function CookiesPage() {
  return (
    <LegalPage title="Cookies and browser storage">
      <h2>No cookies</h2>
      <p>
        Stowage sets no cookies, neither its own nor third-party cookies. There is nothing to accept
        or decline.
      </p>
      <h2>What is stored in your browser</h2>
      <p>
        Stowage uses browser storage to keep you signed in and to remember your choices. You can
        view and delete these entries in your browser. Deleting a session entry signs you out.
      </p>
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-labelledby="storage-caption">
        <table>
          <caption id="storage-caption">Entries in local and session storage</caption>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Purpose</th>
              <th scope="col">Kept until</th>
            </tr>
          </thead>
          <tbody>
            {entries.map(({ keys, purpose, until }) => (
              <tr key={keys[0]}>
                <th scope="row">
                  {keys.map((key) => (
                    <code key={key}>{key}</code>
                  ))}
                </th>
                <td>{purpose}</td>
                <td>{until}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </LegalPage>
  )
}
