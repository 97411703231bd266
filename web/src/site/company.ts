import { HeartHandshake, Lightbulb, Scale } from 'lucide-react'
import type { Card } from './Cards.tsx'

/** Content of the About page. The people are samples that the operator replaces. */

export const stats = [
  { value: '2019', name: 'Founded' },
  { value: '50K+', name: 'Users' },
  { value: '150+', name: 'Countries' },
  { value: '99.9%', name: 'Uptime SLA' },
]

export const values: Card[] = [
  {
    icon: Scale,
    title: 'Accuracy first',
    text: 'A wrong number costs more than a slow one. We make correct numbers fast.',
  },
  {
    icon: HeartHandshake,
    title: 'Built for the floor',
    text: 'We design for people who wear gloves and hold a scanner. Simple screens help everyone.',
  },
  {
    icon: Lightbulb,
    title: 'Honest software',
    text: 'Buttons do what they say, samples are labeled as samples, and errors say what to do.',
  },
]

export const timeline = [
  {
    year: '2019',
    title: 'The first warehouse',
    description: 'The company is founded and builds its first version with one warehouse.',
  },
  {
    year: '2020',
    title: 'Platforms',
    description: 'Each business gets its own workspace, address and members.',
  },
  {
    year: '2022',
    title: 'Scanning',
    description: 'Barcode scanners and labels come to the warehouse floor.',
  },
  {
    year: '2024',
    title: 'Users in 150+ countries',
    description: 'Teams in more than 150 countries work with Stowage.',
  },
  {
    year: '2026',
    title: 'A new platform',
    description: 'Stowage is rebuilt around a ledger that records every stock movement.',
  },
]

export const leaders = [
  {
    name: 'Mara Lindqvist',
    role: 'Chief Executive Officer',
    bio: 'Ran a distribution center for nine years before she founded Stowage.',
  },
  {
    name: 'Tobias Achterberg',
    role: 'Chief Technology Officer',
    bio: 'Designed the ledger and leads the engineering team.',
  },
  {
    name: 'Ifeoma Okafor',
    role: 'Head of Product',
    bio: 'Works one week of every quarter in a customer warehouse.',
  },
  {
    name: 'Daniel Reyes',
    role: 'Head of Customer Care',
    bio: 'Leads support and still answers calls every Friday.',
  },
]
