import { Boxes, ChartColumn, Check, ClipboardCheck } from 'lucide-react'
import { paths } from '../paths.ts'
import { Cards, type Card } from './Cards.tsx'
import { Closing } from './Closing.tsx'
import { claims } from './content.ts'
import { DemoDialog } from './DemoDialog.tsx'
import { LedgerSample } from './LedgerSample.tsx'
import { Racking } from './Racking.tsx'
import { Screenshot } from './Screenshot.tsx'
import { Section, SideSection } from './Section.tsx'

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
      <Hero />
      <div className="wrap sections">
        <Section id="blocks" title="The three things a warehouse asks about all day">
          <Cards cards={blocks} level={3} />
        </Section>
        <Section
          id="shelves"
          title="The shelves, as they are now"
          lead="Each bucket by place, lot and state, with what is free of it. Move it, correct it or follow it back from the line it stands in."
        >
          <figure>
            <Screenshot
              name="stock"
              alt="The stock page of a workspace: a table of buckets with place, item, lot, state and number, under filters"
            />
            <figcaption className="mt-3 text-sm text-muted">
              Stock by place. The business and its goods are samples.
            </figcaption>
          </figure>
        </Section>
        <SideSection
          id="ledger"
          title="Every number has a history"
          lead="Most systems keep a number and ask you to believe it. Stowage keeps what happened: who moved what, from where to where, and when. The numbers follow from that, and each of them can be asked where it comes from."
        >
          <LedgerSample />
        </SideSection>
        <Section
          id="workspaces"
          title="One workspace for each business"
          lead="Run a single stockroom or look after many customers: each platform has its own address, its own people and its own data, and none sees another."
        >
          <figure>
            <Screenshot
              name="platforms"
              alt="The platforms page: five businesses as cards, each with its address, and the side bar of the dashboard"
            />
            <figcaption className="mt-3 text-sm text-muted">
              Where an operator looks after platforms. The businesses are samples.
            </figcaption>
          </figure>
        </Section>
        <Section id="steps" title="How you begin">
          <ol className="grid gap-8 md:grid-cols-3">
            {steps.map(({ title, text }, index) => (
              <li key={title} className="flex gap-4">
                <span className="step" aria-hidden="true">
                  {index + 1}
                </span>
                <div>
                  <h3 className="text-lg font-semibold">{title}</h3>
                  <p className="mt-1 text-muted">{text}</p>
                </div>
              </li>
            ))}
          </ol>
        </Section>
        <Closing
          title="Find out with your own shelves"
          actions={
            <>
              <a href={paths.pricing} className="button primary">
                See what it costs
              </a>
              <a href={paths.features} className="button">
                Read about every part
              </a>
            </>
          }
        >
          Every plan holds the whole product, so you can start small and stay.
        </Closing>
      </div>
      <DemoDialog />
    </>
  )
}

function Hero() {
  return (
    <section className="band">
      <div className="wrap grid items-center gap-12 py-14 sm:py-20 lg:grid-cols-[7fr_5fr] lg:gap-8">
        <div>
          <h1 className="text-4xl font-semibold tracking-tight text-balance sm:text-[3rem] sm:leading-[1.1]">
            Every box in its place, every order on its way
          </h1>
          <p className="mt-5 max-w-xl text-lg text-pretty text-muted">
            Stowage keeps the stock, the orders and the reports of your warehouse in one calm
            workspace, exact to the piece and open to be asked.
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
  )
}
