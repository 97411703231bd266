import { nearestPage } from '@stowage/contract/nearest-page'
import { workspacePage } from '../app/workspace-page.ts'
import { isDashboard } from '../app/paths.ts'

export type Topic = {
  title: string
  /** Purpose of the page, in one or two sentences. */
  about: string
  /** How to do what is done there. */
  tasks: readonly string[]
}

/** Help by page, which includes the pages below it. Pages of a workspace are named as in `noun.ts`. */
export type Topics = Record<string, Topic>

/** The help of the dashboard and of each noun, without the rest of the noun. */
const found = import.meta.glob<Topics>(['../operator/help.ts', '../*/*/noun.ts'], {
  eager: true,
  import: 'topics',
  query: '?topics',
})
const topics = new Map(Object.values(found).flatMap((each) => Object.entries(each)))

/** Returns the help for an address; undefined where there is none. */
export function topicAt(pathname: string): Topic | undefined {
  const page = workspacePage(pathname) ?? (isDashboard(pathname) ? pathname.slice(1) : undefined)
  const nearest = page === undefined ? undefined : nearestPage(topics.keys(), page)
  return nearest === undefined ? undefined : topics.get(nearest)
}

/** Changes for users, newest first. */
export const news: readonly { on: string; points: readonly string[] }[] = [
  {
    on: '2026-11-26',
    points: ['Floor mode: receive deliveries, move stock, and scan anything to look it up.'],
  },
  {
    on: '2026-11-25',
    points: [
      'Floor mode: pack, load and receive returns with a scanner.',
      'Returns: announce what customers send back, receive it by scan, inspect it with photos and restock or scrap it.',
      'Saved views: save the filters and columns of any list, share them, or open the list with them.',
    ],
  },
  {
    on: '2026-11-22',
    points: [
      'Lots: find lots that expire soon, correct dates, put lots on hold or recall them, and print lot labels.',
      'Stock grid: edit available quantities of a warehouse like a spreadsheet and post them with one reason.',
      'Reports: opening, in, out and closing quantity per SKU, with links to the entries behind each number.',
      'Edit open receipts and draft adjustments, and reverse a completed receipt by line and quantity.',
    ],
  },
  {
    on: '2026-11-21',
    points: [
      'Select rows to archive products, block locations or move stock together.',
      'Help: scanner setup and a practice sheet to print.',
      'Scan a code on any page of a workspace to look it up.',
      'Products and locations. Choose your warehouse at the top of every page.',
      'Columns: choose which columns a list shows, and in which order.',
      'Press Ctrl K, or ⌘ K on a Mac, to open the command palette.',
      'Press G and a letter to open a page, and J and K to move through a list.',
      'Unsent text is offered again after a session has ended.',
      'A line at the top shows when there is no connection.',
    ],
  },
]
