import { paths } from '../app/paths.ts'
import { plans, product } from './content.ts'
import { questions } from './questions.ts'

/** A thing in the words of schema.org, for search engines. Its addresses begin with `origin`. */
export type Thing = { '@type': string } & Record<string, unknown>
export type Things = (origin: string) => Thing[]

/** Who publishes the page; the same on each of them. */
const publisher: Things = (origin) => [
  {
    '@type': 'Organization',
    '@id': `${origin}/#organization`,
    name: product.name,
    url: origin + paths.home,
    logo: `${origin}/icon-512.png`,
    foundingDate: '2019',
  },
  {
    '@type': 'WebSite',
    '@id': `${origin}/#website`,
    name: product.name,
    url: origin + paths.home,
    inLanguage: 'en',
    publisher: { '@id': `${origin}/#organization` },
  },
]

export const application: Things = (origin) => [
  {
    '@type': 'SoftwareApplication',
    name: product.name,
    description: product.description,
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Any modern web browser',
    image: `${origin}/images/preview.png`,
    publisher: { '@id': `${origin}/#organization` },
    offers: plans.map((plan) => ({
      '@type': 'Offer',
      name: plan.name,
      price: plan.monthly,
      priceCurrency: 'USD',
      url: origin + paths.pricing,
    })),
  },
]

export const frequentQuestions: Thing = {
  '@type': 'FAQPage',
  mainEntity: questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
}

/** Breadcrumbs of a page one step below the start page. */
export const breadcrumbs = (name: string, path: string, origin: string): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: [
    { '@type': 'ListItem', position: 1, name: product.name, item: origin + paths.home },
    { '@type': 'ListItem', position: 2, name, item: origin + path },
  ],
})

/** Everything a page says in these words, ready to be written as JSON. */
export const graphOf = (things: Things, origin: string) => ({
  '@context': 'https://schema.org',
  '@graph': [...publisher(origin), ...things(origin)],
})
