import { Users } from 'lucide-react'
import type { Topics } from '../../help/topics.ts'
import type { At, Noun } from '../../workspace/noun.ts'

export const paths = (at: At) => ({
  customers: (search: { q?: string } = {}) => at('customers', search),
  customer: (id: string) => at(`customers/${encodeURIComponent(id)}`),
  newCustomer: at('customers/new'),
})

export const topics: Topics = {
  customers: {
    title: 'Customers',
    about: 'The people and companies that order from you.',
    tasks: [
      'To find a customer, enter a code, name, email or phone number.',
      'To hide a customer from new orders, archive it. Its orders are kept.',
    ],
  },
}

export const customers = {
  pages: ['customers', 'customers/new', 'customers/$customerId'],
  routes: () => import('./routes.tsx'),
  paths,
  rail: [
    {
      group: 'Orders',
      name: 'Customers',
      page: 'customers',
      icon: Users,
      keys: 'g c',
      needs: 'customer.read',
    },
  ],
} satisfies Noun
