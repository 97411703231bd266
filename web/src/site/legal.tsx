import type { ReactNode } from 'react'
import { paths } from '../app/paths.ts'
import { contact } from './content.ts'

/** A text by the headings of its sections; a section that is a string is one paragraph. */
export type LegalText = { title: string; sections: Record<string, ReactNode> }

export const privacy: LegalText = {
  title: 'Privacy policy',
  sections: {
    'Who is responsible': (
      <p>
        The operator of this installation is responsible for your data. Write to{' '}
        <a className="link" href={`mailto:${contact.email}`}>
          {contact.email}
        </a>
        . Each business is responsible for the data it stores on its platform. We process that data
        on its behalf.
      </p>
    ),
    'What we store and why': (
      <ul>
        <li>
          <strong>Your account:</strong> your name, your email address and a hash of your password.
          You need them to sign in.
        </li>
        <li>
          <strong>Your sessions:</strong> when you signed in, with which IP address and browser.
          This helps to detect and end unauthorized access.
        </li>
        <li>
          <strong>The audit log:</strong> who did what and when on a platform, with IP address and
          browser. Businesses use it to trace changes.
        </li>
        <li>
          <strong>What you enter:</strong> platforms, members, products, locations and stock.
        </li>
      </ul>
    ),
    'What we do not do':
      'These pages load nothing from other companies, do not track visitors and show no ads. We do not sell data. We email you only about your account unless you ask for more.',
    'How long we store it':
      'We store your account until it is deleted. The audit log stays after that, as the law and the business require. Sessions expire automatically.',
    'Your rights':
      'You can ask us for access to your data, for a copy, for corrections and for deletion. You can complain to the data protection authority where you live. If you are a member of a platform, please contact the business that runs it first.',
    'In your browser': (
      <p>
        See the{' '}
        <a className="link" href={paths.cookies}>
          list of entries stored in your browser
        </a>
        .
      </p>
    ),
  },
}

export const terms: LegalText = {
  title: 'Terms of use',
  sections: {
    Scope:
      'These terms apply between you and the operator of this installation when you register, create platforms or work on a platform as a member.',
    'Your account':
      'Give correct details and keep your password secret. Tell us if you think somebody else knows it. Until then, you are responsible for what happens under your account.',
    'Your data':
      'What you and your members enter belongs to you. We store and process it only to provide the service.',
    'Acceptable use':
      'Do not use the service for anything unlawful. Do not try to access the data of others. Do not overload the service. We may suspend an account that does, and we tell you why.',
    'Trial and payment':
      'The trial lasts 14 days and needs no credit card. Billing is not connected at present, and nothing is charged. We will ask you before that changes. You can cancel at any time.',
    Availability:
      'Our target is 99.9% uptime per calendar month. The agreement of your plan says what happens if we miss it. We announce maintenance in advance.',
    'Liability and law':
      'Our liability is unlimited for intent, gross negligence and personal injury. Otherwise we are liable for foreseeable damage within the limits of the law. The law of the country where the operator is based applies.',
    Changes:
      'We tell you about changes to these terms before they take effect. If you do not agree, you can delete your account.',
  },
}

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

export const cookies: LegalText = {
  title: 'Cookies and browser storage',
  sections: {
    'No cookies':
      'Stowage sets no cookies, neither its own nor third-party cookies. There is nothing to accept or decline.',
    'What is stored in your browser': (
      <>
        <p>
          Stowage uses browser storage to keep you signed in and to remember your choices. You can
          view and delete these entries in your browser. Deleting a session entry signs you out.
        </p>
        <div
          className="overflow-x-auto"
          tabIndex={0}
          role="region"
          aria-labelledby="storage-caption"
        >
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
      </>
    ),
  },
}
