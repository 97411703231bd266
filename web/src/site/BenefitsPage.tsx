import { Eye, ScanBarcode, ShieldCheck, ShoppingCart, TriangleAlert, UserCheck } from 'lucide-react'
import { paths } from '../app/paths.ts'
import { Cards, type Card } from './Cards.tsx'
import { Closing } from './Closing.tsx'
import { formatDollars } from '../app/format.ts'
import { plans } from './content.ts'
import { PageHead } from './PageHead.tsx'
import { Section } from './Section.tsx'

const metrics = [
  { name: 'to set up', value: '5 minutes', text: 'From registration to your own platform.' },
  {
    name: 'free trial',
    value: '14 days',
    text: 'No credit card and no automatic payment.',
  },
  { name: 'lower price', value: '20%', text: 'When you pay annually.' },
  { name: 'uptime', value: '99.9%', text: 'Our service level agreement.' },
]

const outcomes: Card[] = [
  {
    icon: Eye,
    title: 'Current numbers for everyone',
    text: 'The office and the warehouse floor see the same quantities. Nobody walks to a shelf to check.',
  },
  {
    icon: ShoppingCart,
    title: 'No promise you cannot keep',
    text: 'An order reserves its stock when it is confirmed. Two orders never get the same item.',
  },
  {
    icon: ScanBarcode,
    title: 'Fewer wrong parcels',
    text: 'Location and item are scanned at picking, and each item again at packing. A wrong scan is refused.',
  },
  {
    icon: TriangleAlert,
    title: 'Fewer expired products',
    text: 'Lots that expire first are picked first. Hold or recall a lot to take it out of available stock.',
  },
  {
    icon: UserCheck,
    title: 'New team members start quickly',
    text: 'Floor mode shows one step at a time and explains what to correct. Practice with example data before you start.',
  },
  {
    icon: ShieldCheck,
    title: 'Answers for audits',
    text: 'The stock history and the audit log show who changed what and when. See stock as of any past date.',
  },
]

const professional = plans[1]

/** Each claim shows its calculation, which readers can repeat with their own numbers. */
const returns = [
  {
    claim: '70 hours a month',
    sum: 'Ten people who each save 20 minutes a day on 21 working days.',
  },
  {
    claim: '12 fewer wrong entries',
    sum: '2,000 receipt lines a month, when mistakes fall from 1% to 0.4%.',
  },
  ...(professional
    ? [
        {
          claim: `${formatDollars(professional.monthly / 25)} per person`,
          sum: `${professional.name} for ${formatDollars(professional.monthly)} a month, shared by 25 members.`,
        },
      ]
    : []),
]

export default function BenefitsPage() {
  return (
    <>
      <PageHead title="Benefits of accurate stock and orders">
        Wrong stock numbers and wrong parcels cost time and money. Stowage keeps every quantity
        accurate and checks every item on its way to the customer.
      </PageHead>
      <div className="wrap sections">
        <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {metrics.map(({ name, value, text }) => (
            <div key={name} className="card flex flex-col p-6">
              <dt className="order-2 font-semibold">{name}</dt>
              <dd className="figure order-1">{value}</dd>
              <dd className="order-3 mt-2 text-muted">{text}</dd>
            </div>
          ))}
        </dl>

        <Section id="outcomes" title="For the warehouse floor and the office">
          <Cards cards={outcomes} level={3} />
        </Section>

        <Section
          id="returns"
          title="Return on investment"
          lead="Three example calculations. Repeat them with your own numbers."
        >
          <ul className="grid gap-8 md:grid-cols-3">
            {returns.map(({ claim, sum }) => (
              <li key={claim} className="border-t-2 border-accent pt-4">
                <h3 className="text-2xl font-semibold tracking-tight">{claim}</h3>
                <p className="mt-2 text-muted">{sum}</p>
              </li>
            ))}
          </ul>
          <p className="mt-8 text-sm text-muted">
            Illustrative figures. They are example calculations, not customer results.
          </p>
        </Section>
        <Closing
          title="Choose a plan for your team"
          actions={
            <a href={paths.pricing} className="button primary">
              Compare plans
            </a>
          }
        >
          Plans differ in the number of members, the storage and the support. Every plan includes
          all features.
        </Closing>
      </div>
    </>
  )
}
