import { Boxes, Check, ScanBarcode, ShoppingCart } from 'lucide-react'
import { paths } from '../app/paths.ts'
import { Cards, type Card } from './Cards.tsx'
import { Closing } from './Closing.tsx'
import { claims, demoSteps } from './content.ts'
import { LedgerSample } from './LedgerSample.tsx'
import { Screenshot } from './Screenshot.tsx'
import { Section, SideSection } from './Section.tsx'
import { SiteDialog } from './SiteDialog.tsx'

const blocks: Card[] = [
  {
    icon: Boxes,
    title: 'Stock',
    text: 'See the quantity of every product in every location, by lot and status. Every movement is recorded and never changed.',
  },
  {
    icon: ShoppingCart,
    title: 'Orders',
    text: 'Stock is reserved when an order is confirmed, so it is never sold twice. Missing items wait as backorders and are served when stock arrives.',
  },
  {
    icon: ScanBarcode,
    title: 'Warehouse floor',
    text: 'Receive, pick, pack, ship and take returns with a barcode scanner or a phone. Each scan is checked before it counts.',
  },
]

const steps = [
  {
    title: 'Create a platform',
    text: 'A platform is one workspace for one business, at an address you choose.',
  },
  {
    title: 'Invite your team',
    text: 'Members sign in on your own page. You decide what each of them can do.',
  },
  {
    title: 'Set up your warehouse',
    text: 'Generate locations, import products, opening stock and orders, and ship the first parcel.',
  },
]

export default function LandingPage() {
  return (
    <>
      <Hero />
      <div className="wrap sections">
        <Section id="blocks" title="What Stowage does for your warehouse">
          <Cards cards={blocks} level={3} />
        </Section>
        <Section
          id="parcels"
          title="From order to parcel"
          lead="Release orders when you are ready to pick. Stowage chooses the locations, guides each picker, checks every item at packing and prints the documents."
        >
          <div className="grid gap-8 lg:grid-cols-[3fr_1fr]">
            <figure>
              <Screenshot
                name="pack"
                alt="Packing page of an order: items to pack on the left, an open package with its contents on the right"
              />
              <figcaption className="mt-3 text-sm text-muted">
                Packing at a desk. Each scan puts one item into the package. The business and its
                products are samples.
              </figcaption>
            </figure>
            <figure className="max-w-64">
              <Screenshot
                name="pick"
                size="phone"
                alt="Picking on a phone: the location to go to, the item and the quantity to pick"
              />
              <figcaption className="mt-3 text-sm text-muted">Picking on a phone.</figcaption>
            </figure>
          </div>
        </Section>
        <SideSection
          id="ledger"
          title="Every quantity has a history"
          lead="Stowage records every stock movement: who moved what, from where, to where and when. Quantities are the result of these records. Open the history of a product to see how its quantity came about."
        >
          <LedgerSample />
        </SideSection>
        <Section
          id="workspaces"
          title="One workspace per business"
          lead="Run one stockroom or manage many businesses. Each platform has its own address, members and data. Platforms cannot see each other's data."
        >
          <figure>
            <Screenshot
              name="platforms"
              alt="Platforms page: five businesses as cards, each with its address, next to the dashboard sidebar"
            />
            <figcaption className="mt-3 text-sm text-muted">
              The operator dashboard. The businesses are samples.
            </figcaption>
          </figure>
        </Section>
        <Section id="steps" title="How to start">
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
          title="Try it with your own stock"
          actions={
            <>
              <a href={paths.pricing} className="button primary">
                See pricing
              </a>
              <a href={paths.features} className="button">
                See all features
              </a>
            </>
          }
        >
          Every plan includes all features. Start small and upgrade when your team grows.
        </Closing>
      </div>
      <DemoDialog />
    </>
  )
}

function Hero() {
  return (
    <section className="band">
      <div className="wrap grid items-center gap-12 py-14 sm:py-20 lg:grid-cols-[5fr_7fr]">
        <div>
          <h1 className="text-4xl font-semibold tracking-tight text-balance sm:text-[3rem] sm:leading-[1.1]">
            Every box in its place
          </h1>
          <p className="mt-5 max-w-xl text-lg text-pretty text-muted">
            Stowage is warehouse and order management software. Receive stock, promise it to orders,
            then pick, pack and ship with a scanner. Every change is recorded and can be traced.
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
        <Screenshot
          name="order"
          alt="Page of an order: its lines with ordered, reserved and shipped quantities, and its history"
        />
      </div>
    </section>
  )
}

/** The demo steps, one at a time. The page script switches them by button or arrow key. */
function DemoDialog() {
  return (
    <SiteDialog id="demo" title="Your first day with Stowage" wide>
      <ol className="mt-6" aria-live="polite">
        {demoSteps.map(({ title, text, picture, alt }, index) => (
          <li key={title} data-step hidden={index > 0}>
            <Screenshot name={picture} alt={alt} />
            <h3 className="mt-4 text-xl font-semibold">{title}</h3>
            <p className="mt-2 min-h-18 text-muted sm:min-h-12">{text}</p>
          </li>
        ))}
      </ol>
      <div className="mt-6 flex items-center justify-between gap-2">
        <button type="button" className="button" data-turn="-1" disabled>
          Previous
        </button>
        <p className="text-sm whitespace-nowrap text-muted tabular-nums" data-position>
          1 of {demoSteps.length}
        </p>
        <button type="button" className="button" data-turn="1">
          Next
        </button>
      </div>
    </SiteDialog>
  )
}
