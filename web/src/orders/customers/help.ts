import type { Topics } from '../../help/topics.ts'

const tasks = [
  'To find a customer, enter a code, name, email or phone number.',
  'To hide a customer from new orders, archive it. Its orders are kept.',
]

export const topics: Topics = {
  customers: {
    title: 'Customers',
    about: 'The people and companies that order from you.',
    tasks,
  },
}
