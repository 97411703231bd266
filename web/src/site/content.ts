/** What the public pages claim, charge and give as contact: the values to change for a new owner. */

export const product = {
  name: 'Stowage',
  description:
    'Stowage is a web platform for warehouse and order management: inventory, order processing, analytics and reports in one workspace per business.',
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
    audience: 'For one stockroom and the few people who run it.',
    monthly: 19,
    members: 'Up to 5 members',
    storage: '10GB storage',
    includes: ['The whole product', 'A sign-in page of your own', 'Support by email'],
    isPopular: false,
    action: 'register',
  },
  {
    name: 'Professional',
    audience: 'For a warehouse team with shifts and shared duties.',
    monthly: 49,
    members: 'Up to 25 members',
    storage: '100GB storage',
    includes: [
      'The whole product',
      'A sign-in page of your own',
      'Support by email within a working day',
    ],
    isPopular: true,
    action: 'register',
  },
  {
    name: 'Enterprise',
    audience: 'For several sites, many teams and your own procedures.',
    monthly: 149,
    members: 'Unlimited members',
    storage: '1TB storage',
    includes: ['The whole product', 'A sign-in page of your own', 'A contact person of your own'],
    isPopular: false,
    action: 'contact',
  },
]

/** Twelve months with a fifth off, per month and per year, in US dollars. */
export const annually = (monthly: number) => ({
  perMonth: (monthly * 80) / 100,
  perYear: (monthly * 12 * 80) / 100,
})

/**
 * Addresses under example domains and numbers kept for fiction: they reach nobody by accident.
 * Whoever runs the product puts their own here and deletes the note.
 */
export const contact = {
  note: 'Example details, to be replaced by those of the operator.',
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

/** The steps of 'Watch Demo': what a new customer does first, with pictures of the product itself. */
export const demoSteps = [
  {
    title: 'Create your account',
    text: 'Enter your name, your email and a password. A message with a link confirms that the address is yours.',
    picture: 'register',
    alt: 'The form to create an account, with fields for name, email and password',
  },
  {
    title: 'Name your platform',
    text: 'Choose a short name. It becomes the address your people remember, and you see at once whether it is still free.',
    picture: 'create',
    alt: 'A dialog with a platform name, the word Available and the address it will get',
  },
  {
    title: 'Bring in your team',
    text: 'Add each person with a role and exactly the permissions they need. Change or withdraw them at any time.',
    picture: 'members',
    alt: 'A form for a new member above two members with their roles and permissions',
  },
  {
    title: 'Let them sign in',
    text: 'Every platform has a sign-in page of its own. What a member sees there belongs to this business and to no other.',
    picture: 'member',
    alt: 'The sign-in page of the platform fjord-wool',
  },
  {
    title: 'See who did what',
    text: 'Sign-ins and changes are in the audit log with time, person and address. Filter it and find the one you look for.',
    picture: 'audit',
    alt: 'The audit log as a table of times, actions, people and platforms',
  },
]

export const effectiveOn = '2026-11-21'
