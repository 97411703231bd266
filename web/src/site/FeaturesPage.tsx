import {
  ArrowLeftRight,
  Boxes,
  CalendarClock,
  ChartColumn,
  FileDown,
  History,
  MapPinned,
  PackageOpen,
  ScanBarcode,
  ShieldCheck,
  Tags,
  Users,
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
    text: 'On-hand, unavailable and available quantities for every SKU, by warehouse, location, lot and status.',
  },
  {
    icon: Tags,
    title: 'Product catalog',
    text: 'Products with variants, packs, barcodes, reorder points and tracking by lot or serial number.',
  },
  {
    icon: MapPinned,
    title: 'Warehouses and locations',
    text: 'Set up warehouses and zones, and generate locations from a pattern. Block locations or limit their capacity.',
  },
  {
    icon: PackageOpen,
    title: 'Receiving',
    text: 'Receive stock by scanning or typing. Correct an open receipt, or reverse a completed one by line and quantity.',
  },
  {
    icon: ArrowLeftRight,
    title: 'Moves and adjustments',
    text: 'Move stock between locations of a warehouse and correct quantities. Large adjustments can require approval.',
  },
  {
    icon: CalendarClock,
    title: 'Lots and expiry dates',
    text: 'See which lots expire next. Hold, release or recall a lot, and print its label.',
  },
  {
    icon: ScanBarcode,
    title: 'Scanner and camera',
    text: 'A barcode scanner works on every page without setup. A phone reads barcodes with its camera. Color, text and sound confirm each scan.',
  },
  {
    icon: FileDown,
    title: 'Imports, exports and labels',
    text: 'Import products, locations and opening stock from CSV and undo an import. Export lists as CSV. Print labels as PDF or ZPL.',
  },
  {
    icon: History,
    title: 'Stock history',
    text: 'Every movement is recorded and never changed. Reverse a mistake with a second entry. See stock as of any date.',
  },
  {
    icon: ChartColumn,
    title: 'Reports and integrity check',
    text: 'Report opening, in, out and closing quantities per SKU. A nightly integrity check compares all stock records.',
  },
  {
    icon: Users,
    title: 'Members and permissions',
    text: 'Each platform has its own members and sign-in page. Protect accounts with a second factor or passkeys.',
  },
  {
    icon: ShieldCheck,
    title: 'Audit log and API',
    text: 'The audit log records sign-ins and changes and shows tampering. A documented REST API covers every feature.',
  },
]

const pictures = [
  {
    name: 'item',
    alt: 'Product page with on-hand, unavailable, reserved and available quantities and a chart of the last 90 days',
    title: 'Stock of a product',
    text: 'See how each quantity is made up, and how stock changed over the last 90 days.',
  },
  {
    name: 'movements',
    alt: 'Stock history table with time, type, SKU, location, lot, quantity and balance',
    title: 'Stock history',
    text: 'See every receipt, move and adjustment with the balance after it.',
  },
  {
    name: 'receive',
    alt: 'Receiving page with a reference, a date and time, and a field to scan items',
    title: 'Receiving',
    text: 'Scan units or cases, or type the SKU. Each scan adds one.',
  },
  {
    name: 'members',
    alt: 'Form for a new member above a list of two members with their roles and permissions',
    title: 'Members',
    text: 'Give each member a role and the permissions they need. Change them at any time.',
  },
]

export default function FeaturesPage() {
  return (
    <>
      <PageHead
        title="Features for receiving, storing and tracking stock"
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
        Enter each stock movement once, where it happens. Quantities, history and reports are up to
        date for everyone.
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
