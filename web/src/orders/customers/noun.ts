import { Users } from 'lucide-react'
import type { Noun } from '../../workspace/noun.ts'
import { customerPaths } from './paths.ts'

export const customers = {
  pages: ['customers', 'customers/new', 'customers/$customerId'],
  routes: () => import('./routes.tsx'),
  paths: customerPaths,
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
