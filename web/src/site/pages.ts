import type { ComponentType } from 'react'
import { paths } from '../paths.ts'
import AboutPage from './AboutPage.tsx'
import BenefitsPage from './BenefitsPage.tsx'
import { claims, plans, product } from './content.ts'
import CookiesPage from './CookiesPage.tsx'
import FeaturesPage from './FeaturesPage.tsx'
import LandingPage from './LandingPage.tsx'
import PricingPage from './PricingPage.tsx'
import PrivacyPage from './PrivacyPage.tsx'
import { questions } from './questions.ts'
import TermsPage from './TermsPage.tsx'

/** One public page. `data` is what search engines are told in the words of schema.org. */
export type SitePage = {
  title: string
  description: string
  Page: ComponentType
  data?: Record<string, unknown>
}

export const pages: Record<string, SitePage> = {
  [paths.home]: {
    title: 'Stowage - Warehouse and order management',
    description: `Inventory, order processing and reports for warehouses. ${claims.setup}. ${claims.trial}.`,
    Page: LandingPage,
    data: {
      '@type': 'SoftwareApplication',
      name: product.name,
      description: product.description,
      applicationCategory: 'BusinessApplication',
      operatingSystem: 'Any modern web browser',
      offers: plans.map((plan) => ({
        '@type': 'Offer',
        name: plan.name,
        price: plan.monthly,
        priceCurrency: 'USD',
      })),
    },
  },
  [paths.features]: {
    title: 'Features - Stowage',
    description:
      'Stock by place, scanning, receiving, picking, counting, returns, reports, roles and an audit log.',
    Page: FeaturesPage,
  },
  [paths.benefits]: {
    title: 'Benefits - Stowage',
    description: 'What changes in a warehouse when every number can be traced and trusted.',
    Page: BenefitsPage,
  },
  [paths.pricing]: {
    title: 'Pricing - Stowage',
    description: `Three plans from $19 per month. ${claims.trial}, no card needed. ${claims.annual}.`,
    Page: PricingPage,
    data: {
      '@type': 'FAQPage',
      mainEntity: questions.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
  },
  [paths.about]: {
    title: 'About - Stowage',
    description: 'The people behind Stowage, what they value and how the product came about.',
    Page: AboutPage,
  },
  [paths.privacy]: {
    title: 'Privacy - Stowage',
    description: 'Which personal data Stowage keeps, why, for how long, and what you can ask for.',
    Page: PrivacyPage,
  },
  [paths.terms]: {
    title: 'Terms - Stowage',
    description: 'The terms under which Stowage may be used.',
    Page: TermsPage,
  },
  [paths.cookies]: {
    title: 'Cookies - Stowage',
    description: 'Stowage sets no cookies. What it keeps in your browser, and why.',
    Page: CookiesPage,
  },
}
