import type { ComponentType } from 'react'
import { paths } from '../app/paths.ts'
import AboutPage from './AboutPage.tsx'
import BenefitsPage from './BenefitsPage.tsx'
import { claims, product } from './content.ts'
import FeaturesPage from './FeaturesPage.tsx'
import LandingPage from './LandingPage.tsx'
import { cookies, privacy, terms } from './legal.tsx'
import { legalPage } from './legal-page.tsx'
import PricingPage from './PricingPage.tsx'
import {
  application,
  breadcrumbs,
  frequentQuestions,
  type Thing,
  type Things,
} from './structured-data.ts'

/** One public page. `data` is its structured data for search engines. */
export type SitePage = {
  title: string
  description: string
  Page: ComponentType
  data: Things
}

/** Builds a page below the landing page, with its name in the title and the breadcrumbs. */
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
    title: 'Stowage - Warehouse management software',
    description: `Warehouse and order management: stock, orders, picking, packing, shipping and returns. ${claims.setup}. ${claims.trial}.`,
    Page: LandingPage,
    data: application,
  },
  ...below('Features', paths.features, {
    description:
      'Stock by location, orders, backorders, picking, packing, shipping, returns, reports and an API.',
    Page: FeaturesPage,
  }),
  ...below('Benefits', paths.benefits, {
    description: 'How accurate stock and guided picking save time in the warehouse and the office.',
    Page: BenefitsPage,
  }),
  ...below(
    'Pricing',
    paths.pricing,
    {
      description: `Three plans from $19 per month. ${claims.trial}, no credit card required. ${claims.annual}.`,
      Page: PricingPage,
    },
    frequentQuestions,
  ),
  ...below('About', paths.about, {
    description: 'The people behind Stowage, our values and our history.',
    Page: AboutPage,
  }),
  ...below('Privacy', paths.privacy, {
    description:
      'Which personal data Stowage stores, why, for how long, and which rights you have.',
    Page: legalPage(privacy),
  }),
  ...below('Terms', paths.terms, {
    description: 'Terms of use for Stowage.',
    Page: legalPage(terms),
  }),
  ...below('Cookies', paths.cookies, {
    description: 'Stowage sets no cookies. This page lists what it stores in your browser and why.',
    Page: legalPage(cookies),
  }),
}
