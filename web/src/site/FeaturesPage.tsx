import {
  Boxes,
  CalendarClock,
  ChartColumn,
  FileDown,
  Hourglass,
  MapPinned,
  PackageOpen,
  ScanBarcode,
  ShieldCheck,
  ShoppingCart,
  Truck,
  Undo2,
} from 'lucide-react'
import { paths } from '../app/paths.ts'
import { Cards, type Card } from './Cards.tsx'
import { PageHead } from './PageHead.tsx'
import { Screenshot } from './Screenshot.tsx'
import { Section } from './Section.tsx'

const cards: Card[] = [
  {
    icon: Boxes,
    title: 'Exact stock',
    text: 'On-hand, unavailable, reserved and available quantities for every SKU, by warehouse, location, lot and status.',
  },
  {
    icon: MapPinned,
    title: 'Catalog and locations',
    text: 'Products with variants, packs, kits and barcodes. Warehouses, zones, and locations generated from a pattern.',
  },
  {
    icon: PackageOpen,
    title: 'Receiving and moves',
    text: 'Receive stock by scanning or typing, move it and adjust it. Large adjustments can require approval.',
  },
  {
    icon: CalendarClock,
    title: 'Lots and expiry dates',
    text: 'See which lots expire next. Hold, release or recall a lot, and find every order it was shipped with.',
  },
  {
    icon: ShoppingCart,
    title: 'Orders without overselling',
    text: 'Enter orders, import them or send them by API. Confirming an order reserves its stock, in one or several warehouses.',
  },
  {
    icon: Hourglass,
    title: 'Backorders',
    text: 'Decide per channel and product what may be backordered. Arriving stock is reserved for the orders that wait, by priority.',
  },
  {
    icon: ScanBarcode,
    title: 'Picking and packing',
    text: 'Pick by order, batch or wave with a scanner or a phone. Every item is scanned again when it is packed.',
  },
  {
    icon: Truck,
    title: 'Shipping',
    text: 'Ship complete orders or parts of them, with carrier, tracking number and weight. Hand parcels over by manifest.',
  },
  {
    icon: Undo2,
    title: 'Returns',
    text: 'Announce returns or receive them without notice. Inspect each item, then put it back, hold it or write it off.',
  },
  {
    icon: FileDown,
    title: 'Imports, exports and labels',
    text: 'Import products, stock, customers and orders from CSV, and undo an import. Print documents as PDF, labels as PDF or ZPL.',
  },
  {
    icon: ChartColumn,
    title: 'History and reports',
    text: 'Every movement is recorded and never changed. See stock as of any date, and how long each step of an order takes.',
  },
  {
    icon: ShieldCheck,
    title: 'Members, audit log and API',
    text: 'Permissions for each member, a second factor or passkeys, an audit log that shows tampering, a REST API and webhooks.',
  },
]

const pictures = [
  {
    name: 'order',
    alt: 'Page of an order: its lines with ordered, reserved and shipped quantities, and its history',
    title: 'Orders',
    text: 'See what is reserved, picked, packed and shipped of each line, and why.',
  },
  {
    name: 'pack',
    alt: 'Packing page of an order: items to pack on the left, an open package with its contents on the right',
    title: 'Packing',
    text: 'Scan each item into a package. A wrong item is refused.',
  },
  {
    name: 'item',
    alt: 'Product page with on-hand, unavailable, reserved and available quantities and a chart of the last 90 days',
    title: 'Stock of a product',
    text: 'See how each quantity is made up, and how stock changed over the last 90 days.',
  },
  {
    name: 'receive',
    alt: 'Receiving page with a reference, a date and time, and a field to scan items',
    title: 'Receiving',
    text: 'Scan units or cases, or type the SKU. Each scan adds one.',
  },
]

export default function FeaturesPage() {
  return (
    <>
      <PageHead
        title="Features from receiving to returns"
        actions={
          <>
            <a href={paths.register} className="button primary">
              Start Free Trial
            </a>
            <a href={paths.contact} className="button">
              Schedule Demo
            </a>
          </>
        }
      >
        Enter each step once, where it happens. Stock, orders and reports are up to date for
        everyone.
      </PageHead>
      <div className="wrap sections">
        <Section id="parts" title="What you can do with Stowage">
          <Cards cards={cards} level={3} />
        </Section>
        <Section
          id="closer"
          title="A closer look"
          lead="Screenshots of the product. The people and businesses are samples."
        >
          <div className="grid gap-12 lg:grid-cols-2 lg:gap-8">
            {pictures.map(({ name, alt, title, text }) => (
              <figure key={name}>
                <Screenshot name={name} alt={alt} />
                <figcaption className="mt-4">
                  <h3 className="text-lg font-semibold">{title}</h3>
                  <p className="mt-1 text-muted">{text}</p>
                </figcaption>
              </figure>
            ))}
          </div>
        </Section>
      </div>
    </>
  )
}
