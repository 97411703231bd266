/** Claims, prices and contact details of the public pages. A new owner changes the values here. */

export const product = {
  name: 'Stowage',
  description:
    'Stowage is a web platform for warehouse and order management: stock by location, orders, picking, packing, shipping and returns in one workspace per business.',
}

export const claims = {
  setup: 'Setup in 5 minutes',
  cancel: 'Cancel anytime',
  trial: '14-day free trial',
  noCard: 'No credit card required',
  annual: 'Save 20% when billed annually',
  uptime: '99.9% uptime SLA',
}

export type Plan = {
  name: string
  audience: string
  /** US dollars per month when paid monthly. */
  monthly: number
  members: string
  storage: string
  includes: string[]
  isPopular: boolean
  action: 'register' | 'contact'
}

export const plans: Plan[] = [
  {
    name: 'Starter',
    audience: 'For one stockroom and a small team.',
    monthly: 19,
    members: 'Up to 5 members',
    storage: '10GB storage',
    includes: ['All features', 'Your own sign-in page', 'Email support'],
    isPopular: false,
    action: 'register',
  },
  {
    name: 'Professional',
    audience: 'For a warehouse team that works in shifts.',
    monthly: 49,
    members: 'Up to 25 members',
    storage: '100GB storage',
    includes: ['All features', 'Your own sign-in page', 'Email support within one business day'],
    isPopular: true,
    action: 'register',
  },
  {
    name: 'Enterprise',
    audience: 'For several warehouses and large teams.',
    monthly: 149,
    members: 'Unlimited members',
    storage: '1TB storage',
    includes: ['All features', 'Your own sign-in page', 'A dedicated contact person'],
    isPopular: false,
    action: 'contact',
  },
]

/** Returns the price with 20% off for annual billing, per month and per year, in US dollars. */
export const annually = (monthly: number) => ({
  perMonth: (monthly * 80) / 100,
  perYear: (monthly * 12 * 80) / 100,
})

/**
 * Sample contact details: reserved example domains and a fictional phone number.
 * The operator replaces them and deletes the note.
 */
export const contact = {
  note: 'Sample contact details. Replace them with your own.',
  email: 'support@stowage.example',
  phone: '+1 (555) 010-0199',
  hours: 'Monday to Friday, 09:00 to 17:00 UTC',
  address: ['Stowage', '100 Harbor Street', 'Sampletown, CA 00000'],
  social: [
    { name: 'LinkedIn', href: 'https://linkedin.stowage.example' },
    { name: 'YouTube', href: 'https://youtube.stowage.example' },
    { name: 'Mastodon', href: 'https://mastodon.stowage.example' },
  ],
}

/** The steps of 'Watch Demo': what a new customer does first, with screenshots of the product. */
export const demoSteps = [
  {
    title: 'Create your account',
    text: 'Enter your name, your email and a password. Then confirm your address with the link we email you.',
    picture: 'register',
    alt: 'Registration form with fields for name, email and password',
  },
  {
    title: 'Name your platform',
    text: 'Choose a short name. It becomes the address of your workspace. The form checks whether the name is available.',
    picture: 'create',
    alt: 'Create platform dialog with a name, the word Available and the new address',
  },
  {
    title: 'Add your team',
    text: 'Add each member with a role and the permissions they need. You can change or remove permissions at any time.',
    picture: 'members',
    alt: 'Form for a new member above a list of two members with their roles and permissions',
  },
  {
    title: 'Sign in to the workspace',
    text: 'Each platform has its own sign-in page. Members see the data of their own business only.',
    picture: 'member',
    alt: 'Sign-in page of the platform fjord-wool',
  },
  {
    title: 'See who did what',
    text: 'The audit log records sign-ins and changes with the time, the person and the IP address. Filter it by action, person or platform.',
    picture: 'audit',
    alt: 'Audit log table with times, actions, people and platforms',
  },
]

export const effectiveOn = '2026-11-21'
