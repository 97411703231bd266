import {
  ArrowLeftRight,
  Boxes,
  ChartColumn,
  ClipboardList,
  History,
  ListChecks,
  MapPinned,
  PackageOpen,
  ScanBarcode,
  ShieldCheck,
  Undo2,
  Users,
} from 'lucide-react'
import { paths } from '../paths.ts'
import { Cards, type Card } from './Cards.tsx'
import { PageHead } from './PageHead.tsx'
import { Screenshot } from './Screenshot.tsx'
import { Section } from './Section.tsx'

const cards: Card[] = [
  {
    icon: Boxes,
    title: 'Stock you can believe',
    text: 'On hand, reserved and available are three different numbers, and each of them is kept exactly.',
  },
  {
    icon: MapPinned,
    title: 'Places down to the bin',
    text: 'Warehouses, zones and locations, named as your people name them and printed as labels.',
  },
  {
    icon: ScanBarcode,
    title: 'Made for scanners',
    text: 'A barcode scanner works on every screen without settings. Colour, words and sound answer each scan.',
  },
  {
    icon: PackageOpen,
    title: 'Receiving and putting away',
    text: 'Check a delivery against what was ordered, and let the system say where it belongs.',
  },
  {
    icon: ClipboardList,
    title: 'Order processing',
    text: 'Enter, reserve, pick, pack and ship. Stock promised to one order cannot be promised to another.',
  },
  {
    icon: ListChecks,
    title: 'Counting in running operation',
    text: 'Count shelf by shelf while picking goes on. Differences are shown before they are posted.',
  },
  {
    icon: ArrowLeftRight,
    title: 'Transfers between sites',
    text: 'Goods on the road belong to neither shelf. They stay visible until they arrive.',
  },
  {
    icon: Undo2,
    title: 'Returns',
    text: 'Take goods back, judge their state, and put them on sale again or keep them apart.',
  },
  {
    icon: History,
    title: 'A history without gaps',
    text: 'Every movement is written once and never changed. A mistake is undone by a second entry.',
  },
  {
    icon: ChartColumn,
    title: 'Analytics and reports',
    text: 'From a question to a chart to the rows behind it, and out as a file when you need one.',
  },
  {
    icon: Users,
    title: 'Members and permissions',
    text: 'Each platform has its own members and sign-in page. A role says what a person may do, and the screen says why not.',
  },
  {
    icon: ShieldCheck,
    title: 'Audit log',
    text: 'Sign-ins and changes with time, person and address, to filter and to hand to an auditor.',
  },
]

const pictures = [
  {
    name: 'item',
    alt: 'The page of an item: on hand, unavailable, reserved, available, and a line of its stock over 90 days',
    title: 'What there is of it',
    text: 'Every number of an item says what it is made of, and the line shows how it came about.',
  },
  {
    name: 'movements',
    alt: 'A table of movements with time, type, item, place, lot, quantity and the balance after each',
    title: 'What happened to it',
    text: 'Received, moved, corrected: each movement with the balance it left behind.',
  },
  {
    name: 'receive',
    alt: 'The page for receiving goods: a reference, a moment and a field to scan items into',
    title: 'How it comes in',
    text: 'Scan the pieces or their cases, or type the SKU. Each scan counts one more.',
  },
  {
    name: 'members',
    alt: 'A form for a new member above two members with their roles and permissions',
    title: 'Who may do what',
    text: 'A role and exactly the permissions the work needs, changed or withdrawn in a moment.',
  },
]

export default function FeaturesPage() {
  return (
    <>
      <PageHead
        title="All that happens between the dock and the door"
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
        Receiving, storing, picking, counting and answering for it afterwards. You enter a thing
        once, where it happens, and it is right everywhere else.
      </PageHead>
      <div className="wrap sections">
        <Section id="parts" title="Twelve parts, one picture of your warehouse">
          <Cards cards={cards} level={3} />
        </Section>
        <Section
          id="closer"
          title="A closer look"
          lead="Pictures of the running product. The people and businesses in them are samples."
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
