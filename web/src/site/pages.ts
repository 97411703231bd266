import type { ComponentType } from 'react'
import { paths } from '../paths.ts'
import AboutPage from './AboutPage.tsx'
import BenefitsPage from './BenefitsPage.tsx'
import { claims, product } from './content.ts'
import CookiesPage from './CookiesPage.tsx'
import FeaturesPage from './FeaturesPage.tsx'
import LandingPage from './LandingPage.tsx'
import PricingPage from './PricingPage.tsx'
import PrivacyPage from './PrivacyPage.tsx'
import {
  application,
  breadcrumbs,
  frequentQuestions,
  type Thing,
  type Things,
} from './structured-data.ts'
import TermsPage from './TermsPage.tsx'

/** One public page. `data` is what search engines are told besides its words. */
export type SitePage = {
  title: string
  description: string
  Page: ComponentType
  data: Things
}

/** A page below the start page, known by its name there. */
const below = (
  name: string,
  path: string,
  page: Omit<SitePage, 'title' | 'data'>,
  ...things: Thing[]
): Record<string, SitePage> => ({
  [path]: {
    ...page,
    title: `${name} - ${product.name}`,
    data: (origin) => [breadcrumbs(name, path, origin), ...things],
  },
})

export const pages: Record<string, SitePage> = {
  [paths.home]: {
    title: 'Stowage - Warehouse and order management',
    description: `Inventory, order processing and reports for warehouses. ${claims.setup}. ${claims.trial}.`,
    Page: LandingPage,
    data: application,
  },
  ...below('Features', paths.features, {
    description:
      'Stock by place, scanning, receiving, picking, counting, returns, reports, roles and an audit log.',
    Page: FeaturesPage,
  }),
  ...below('Benefits', paths.benefits, {
    description: 'What changes in a warehouse when every number can be traced and trusted.',
    Page: BenefitsPage,
  }),
  ...below(
    'Pricing',
    paths.pricing,
    {
      description: `Three plans from $19 per month. ${claims.trial}, no card needed. ${claims.annual}.`,
      Page: PricingPage,
    },
    frequentQuestions,
  ),
  ...below('About', paths.about, {
    description: 'The people behind Stowage, what they value and how the product came about.',
    Page: AboutPage,
  }),
  ...below('Privacy', paths.privacy, {
    description: 'Which personal data Stowage keeps, why, for how long, and what you can ask for.',
    Page: PrivacyPage,
  }),
  ...below('Terms', paths.terms, {
    description: 'The terms under which Stowage may be used.',
    Page: TermsPage,
  }),
  ...below('Cookies', paths.cookies, {
    description: 'Stowage sets no cookies. What it keeps in your browser, and why.',
    Page: CookiesPage,
  }),
}
