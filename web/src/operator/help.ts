import type { Topic } from '../help/topics.ts'

/** Help for the pages of the dashboard, by address. */
export const dashboardTopics: readonly [RegExp, Topic][] = [
  [
    /^\/dashboard\/platforms/,
    {
      title: 'Platforms',
      about:
        'Platforms you own or that are shared with you. Each platform is a workspace with its own address, members and sign-in page.',
      tasks: [
        'To change the name, path, logo or members, select Manage.',
        'To open the sign-in page in a new tab, select Open.',
        'After you change a path, the old address keeps working. Reprint links on paper.',
      ],
    },
  ],
  [
    /^\/dashboard\/users/,
    {
      title: 'Users',
      about: 'How many people can sign in to each of your platforms, not counting the owner.',
      tasks: ['To add, change or remove people, open the platform and use User Management.'],
    },
  ],
  [
    /^\/dashboard\/analytics/,
    {
      title: 'Analytics',
      about:
        'The audit log of your account and your platforms, newest first. Entries can’t be changed or deleted.',
      tasks: [
        'To filter the log, enter an action, email or platform ID and select Apply.',
        'To share a filter, copy the address of the page.',
        'To see everything recorded for an event, select More.',
      ],
    },
  ],
  [
    /^\/dashboard\/notifications/,
    {
      title: 'Notifications',
      about: 'Recent events in your account and your platforms.',
      tasks: ['Choose which notifications you get in Settings.'],
    },
  ],
  [
    /^\/dashboard\/billing/,
    { title: 'Billing', about: 'Plans and what they include. Nothing is charged.', tasks: [] },
  ],
  [
    /^\/dashboard\/settings/,
    {
      title: 'Settings',
      about: 'Your profile, security, notifications, preferences and appearance.',
      tasks: [
        'To save your profile, select its button. All other settings save as you change them.',
        'To change your password, passkeys or second factor, open Security.',
        'To end a session you don’t recognize, open Security, end it and change your password.',
      ],
    },
  ],
  [
    /^\/dashboard/,
    {
      title: 'Dashboard',
      about: 'Your account at a glance. Get started checks off steps as you complete them.',
      tasks: [],
    },
  ],
]
