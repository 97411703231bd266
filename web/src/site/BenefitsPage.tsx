import { Eye, Handshake, MoonStar, Route, Timer, UserCheck } from 'lucide-react'
import { paths } from '../paths.ts'
import { Cards, type Card } from './Cards.tsx'
import { Closing } from './Closing.tsx'
import { formatDollars } from '../format.ts'
import { plans } from './content.ts'
import { PageHead } from './PageHead.tsx'
import { Section } from './Section.tsx'

const metrics = [
  { name: 'to set up', value: '5 minutes', text: 'From the empty form to your own platform.' },
  {
    name: 'of free trial',
    value: '14 days',
    text: 'Without a card and without a reminder to cancel.',
  },
  { name: 'lower price', value: '20%', text: 'For those who pay by the year.' },
  { name: 'uptime', value: '99.9%', text: 'What our service level agreement says.' },
]

const outcomes: Card[] = [
  {
    icon: Eye,
    title: 'Nobody walks to look',
    text: 'The office sees what the floor sees, at the same moment. A question to the warehouse takes a glance.',
  },
  {
    icon: Route,
    title: 'Shorter ways',
    text: 'Pick lists follow the aisles. The same orders are done with fewer steps.',
  },
  {
    icon: Handshake,
    title: 'Promises that hold',
    text: 'What a customer was told is set apart from that moment on, and stays so until it leaves.',
  },
  {
    icon: UserCheck,
    title: 'New people help on day one',
    text: 'The screen says what comes next and what is wrong. Experience is welcome, but not required.',
  },
  {
    icon: Timer,
    title: 'Counting without standing still',
    text: 'A little every week replaces the closed weekend at the end of the year.',
  },
  {
    icon: MoonStar,
    title: 'Quiet evenings',
    text: 'Whoever asks what happened finds the answer in the history, not in the memory of a colleague.',
  },
]

const professional = plans[1]

/** Each claim shows its sum, so that readers can put in their own numbers. */
const returns = [
  {
    claim: '70 hours a month',
    sum: 'Ten people who each save 20 minutes on 21 working days.',
  },
  {
    claim: '12 wrong parcels fewer',
    sum: 'Of 2,000 orders a month, when mistakes fall from 1% to 0.4%.',
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
      <PageHead title="What changes when the numbers are right">
        Most of the trouble in a warehouse starts with a number that nobody trusts. Here is what you
        get back once you can.
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

        <Section id="outcomes" title="On the floor and in the office">
          <Cards cards={outcomes} level={3} />
        </Section>

        <Section
          id="returns"
          title="Return on investment"
          lead="Three sums to put your own numbers into."
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
            Illustrative figures. They are sums to redo with your own numbers, not measurements at a
            customer.
          </p>
        </Section>
        <Closing
          title="Do the sum for your own team"
          actions={
            <a href={paths.pricing} className="button primary">
              Compare the plans
            </a>
          }
        >
          The plans differ in how many people work with them and how much they keep, in nothing
          else.
        </Closing>
      </div>
    </>
  )
}
