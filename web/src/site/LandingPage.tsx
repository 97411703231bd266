import { Boxes, ChartColumn, Check, ClipboardCheck } from 'lucide-react'
import { paths } from '../paths.ts'
import { Cards, type Card } from './Cards.tsx'
import { claims } from './content.ts'
import { DemoDialog } from './DemoDialog.tsx'
import { Racking } from './Racking.tsx'
import { Screenshot } from './Screenshot.tsx'

const blocks: Card[] = [
  {
    icon: Boxes,
    title: 'Inventory',
    text: 'Know what lies where, down to the bin. What is promised to an order is set apart, so nothing is sold twice.',
  },
  {
    icon: ClipboardCheck,
    title: 'Order processing',
    text: 'From the first entry to the parcel at the door: reserve, pick, pack and ship, with every step where you can see it.',
  },
  {
    icon: ChartColumn,
    title: 'Analytics and reports',
    text: 'Every figure opens the records it was made from. No more guessing where a number in a report came from.',
  },
]

const steps = [
  {
    title: 'Create a platform',
    text: 'One workspace for one business, under an address you choose.',
  },
  {
    title: 'Invite your people',
    text: 'They sign in on a page of their own and see what their work needs.',
  },
  {
    title: 'Put the shelves in order',
    text: 'Name your places, count what is there, and start with the next delivery.',
  },
]

export default function LandingPage() {
  return (
    <>
      <section className="border-b border-line bg-surface">
        <div className="wrap grid items-center gap-12 py-16 lg:grid-cols-[7fr_5fr] lg:py-24">
          <div>
            <h1 className="text-3xl font-semibold tracking-tight text-balance sm:text-[2.75rem] sm:leading-[1.15]">
              Every box in its place, every order on its way
            </h1>
            <p className="mt-5 max-w-xl text-lg text-muted">
              Stowage keeps the stock, the orders and the reports of your warehouse in one calm
              workspace. Each business has its own, with its own address and its own people.
            </p>
            <div className="mt-8 flex flex-wrap gap-3">
              <a href={paths.register} className="button primary">
                Create Account Today
              </a>
              <button type="button" className="button" data-opens="demo" aria-haspopup="dialog">
                Watch Demo
              </button>
            </div>
            <ul className="mt-6 flex flex-wrap gap-x-6 gap-y-2 text-muted">
              {[claims.setup, claims.cancel].map((claim) => (
                <li key={claim} className="flex items-center gap-2">
                  <Check size={18} className="text-ok-ink" />
                  {claim}
                </li>
              ))}
            </ul>
          </div>
          <Racking />
        </div>
      </section>

      <section className="wrap py-16" aria-labelledby="blocks">
        <h2 id="blocks" className="mb-8 max-w-2xl text-2xl font-semibold tracking-tight">
          The three things a warehouse asks about all day
        </h2>
        <Cards cards={blocks} level={3} />
      </section>

      <figure className="wrap pb-16">
        <Screenshot
          name="platforms"
          alt="The platforms page: five businesses as cards, each with its address, and the side bar of the dashboard"
        />
        <figcaption className="mt-3 text-sm text-muted">
          Where an operator looks after platforms. The businesses are samples.
        </figcaption>
      </figure>

      <section className="wrap pb-16" aria-labelledby="steps">
        <h2 id="steps" className="mb-8 text-2xl font-semibold tracking-tight">
          How you begin
        </h2>
        <ol className="grid gap-8 md:grid-cols-3">
          {steps.map(({ title, text }, index) => (
            <li key={title} className="border-t-2 border-accent pt-4">
              <h3 className="text-lg font-semibold">
                {index + 1}. {title}
              </h3>
              <p className="mt-2 text-muted">{text}</p>
            </li>
          ))}
        </ol>
        <p className="mt-10">
          <a href={paths.pricing} className="link">
            See the plans and what they cost
          </a>
        </p>
      </section>
      <DemoDialog />
    </>
  )
}
