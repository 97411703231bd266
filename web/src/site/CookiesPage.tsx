import { LegalPage } from './LegalPage.tsx'

const entries = [
  {
    keys: ['accessToken', 'refreshToken', 'user'],
    purpose: 'Your session as an operator, and your name and email for display.',
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
    purpose:
      'Your session as a member of a platform, which platform that is, and what you may do in it.',
    until: 'You sign out or the session ends',
  },
  {
    keys: ['deviceToken', 'deviceToken:{platform}'],
    purpose: 'Marks this browser as known, so that strangers cannot lock you out.',
    until: 'You clear it',
  },
  {
    keys: ['stowage.theme', 'stowage.sidebar', 'stowage.keys'],
    purpose: 'Light or dark, the width of the side bar, and whether single letters are shortcuts.',
    until: 'You clear it',
  },
  {
    keys: ['stowage.rail', 'stowage.warehouse', 'stowage.rows.{list}'],
    purpose:
      'How a workspace looks to you: the width of its side bar, the warehouse you work in, how long its lists are.',
    until: 'You clear it',
  },
  {
    keys: ['stowage.recent', 'stowage.recent.workspace'],
    purpose: 'What you used last in the command palette.',
    until: 'You clear it, or somebody else uses the palette',
  },
  {
    keys: ['stowage.device', 'stowage.floor'],
    purpose: 'How this device is set up for work on the warehouse floor.',
    until: 'You clear it',
  },
  {
    keys: ['stowage.clock', 'stowage.refresh', 'stowage.refresh.tenant', 'stowage.ended'],
    purpose: 'Keep sessions in step between tabs and with the time of the server.',
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
      'Unsent text, the page to return to, a message to show once, the products listed last, and the link of a mail until it is used.',
    until: 'You close the tab',
  },
]

export default function CookiesPage() {
  return (
    <LegalPage title="Cookies and browser storage">
      <h2>No cookies</h2>
      <p>
        Stowage sets no cookies, neither its own nor those of others. There is nothing to accept and
        nothing to refuse.
      </p>
      <h2>What is kept in your browser</h2>
      <p>
        To keep you signed in and to remember your choices the product uses the storage of your
        browser. Your browser lets you look at these entries and delete them; deleting a session
        signs you out.
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
