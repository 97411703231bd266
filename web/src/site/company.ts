import { HeartHandshake, Lightbulb, Scale } from 'lucide-react'
import type { Card } from './Cards.tsx'

/** What the page about the company tells. The people are examples until the operator names theirs. */

export const stats = [
  { value: '2019', name: 'Founded' },
  { value: '50K+', name: 'Users' },
  { value: '150+', name: 'Countries' },
  { value: '99.9%', name: 'Uptime SLA' },
]

export const values: Card[] = [
  {
    icon: Scale,
    title: 'Exact before fast',
    text: 'A quick wrong number costs more than a slow right one. So we make the right one quick.',
  },
  {
    icon: HeartHandshake,
    title: 'Respect for the floor',
    text: 'The person with gloves and a scanner is the one we design for. Everyone else profits.',
  },
  {
    icon: Lightbulb,
    title: 'Nothing pretends',
    text: 'A button does what it says, a sample is called a sample, and an error says what to do.',
  },
]

export const timeline = [
  {
    year: '2019',
    title: 'The first shelf',
    description: 'The company is founded, with one warehouse, one scanner and one idea.',
  },
  {
    year: '2020',
    title: 'More than one business',
    description:
      'Platforms arrive: each business gets a workspace, an address and people of its own.',
  },
  {
    year: '2022',
    title: 'From shelf to door',
    description: 'Orders join the stock: reserve, pick, pack and ship in one place.',
  },
  {
    year: '2024',
    title: 'Across the border',
    description:
      'Users in more than 150 countries, and the wish for one exact history in all of them.',
  },
  {
    year: '2026',
    title: 'Built anew',
    description: 'The platform is written afresh around a ledger in which nothing can be lost.',
  },
]

export const leaders = [
  {
    name: 'Mara Lindqvist',
    role: 'Chief Executive Officer',
    bio: 'Ran a distribution centre for nine years and still counts the boxes in every supermarket.',
  },
  {
    name: 'Tobias Achterberg',
    role: 'Chief Technology Officer',
    bio: 'Believes that a ledger and a good test solve most problems, and writes both.',
  },
  {
    name: 'Ifeoma Okafor',
    role: 'Head of Product',
    bio: 'Spends one week of every quarter on a picking shift and comes back with a list.',
  },
  {
    name: 'Daniel Reyes',
    role: 'Head of Customer Care',
    bio: 'Answers the phone himself on Fridays, because that is when things go wrong.',
  },
]
