import { dashboardTopics } from '../operator/help.ts'
import { orderTopics } from '../orders/help.ts'

export type Topic = {
  title: string
  /** What the page is for, in one sentence or two. */
  about: string
  /** How to do what is done there. */
  tasks: readonly string[]
}

/** Help for each page by its address; the first match counts. */
const topics: readonly [RegExp, Topic][] = [
  ...dashboardTopics,
  [
    /^\/[^/]+\/app\/catalog\/(?!\+new$)./,
    {
      title: 'Product',
      about:
        'Stock, history and details of one product and its variants. Each variant has its own SKU.',
      tasks: [
        'To see what a quantity means, select the sign next to it.',
        'To see the quantity available to promise on a date, use Available on.',
        'To change names, barcodes and packs, open Details.',
        'To hide a product from new work, archive it. Its history stays, and you can restore it.',
      ],
    },
  ],
  [
    /^\/[^/]+\/app\/catalog/,
    {
      title: 'Products',
      about: 'All products, one row per SKU.',
      tasks: [
        'To find a product, enter a SKU, name or barcode, or scan into the search.',
        'Select a column header to sort. Select it again to reverse the order.',
        'Select products to print labels, export, archive or restore them. Hold Shift to select a range.',
        'To select every matching row, select the box above the list first.',
      ],
    },
  ],
  ...orderTopics,
  [
    /^\/[^/]+\/app\/places/,
    {
      title: 'Locations',
      about: 'Warehouses, zones and locations, in pick sequence or by code.',
      tasks: [
        'To create many locations at once, select Generate locations and enter a pattern such as {A..C}-{01..20}.',
        'To block or unblock several locations, select them first.',
        'To limit quantity or weight, or keep SKUs and lots apart, edit a location’s capacity.',
        'To archive a location, move its stock first. Archived locations can’t be restored.',
      ],
    },
  ],
  [
    /^\/[^/]+\/app\/imports/,
    {
      title: 'Imports',
      about:
        'Products, locations and opening stock from CSV files. Nothing changes until you apply a file.',
      tasks: [
        'Each row is one SKU. Consecutive rows with the same product key become variants of one product.',
        'Empty cells keep the current value.',
        'To change the decimal mark or units, choose them below the columns before checking.',
        'To correct rows with errors, download the failed rows, edit them and import that file.',
        'To undo an import, open it and select Undo. This is refused if later work depends on it.',
      ],
    },
  ],
  [
    /^\/[^/]+\/app\/labels/,
    {
      title: 'Labels',
      about: 'Prints labels with a barcode, or the SKU where there is none.',
      tasks: [
        'Select products, locations or lots in their lists, then select Print labels.',
        'To use a partly used A4 sheet, enter the first label position.',
        'From a receipt, labels match the quantity received. From stock, they match the quantity on hand.',
        'For a label printer, save the labels as ZPL.',
      ],
    },
  ],
  [
    /^\/[^/]+\/app\/stock\/ledger/,
    {
      title: 'Stock history',
      about:
        'Every change of stock with its reason, time and member. Entries can’t be changed or deleted.',
      tasks: [
        'To see all details of an entry, select More.',
        'To reverse a movement, select Undo and check the effect first.',
        'To reverse a receipt or an adjustment, open that document.',
      ],
    },
  ],
  [
    /^\/[^/]+\/app\/stock\/move/,
    {
      title: 'Move stock',
      about: 'Moves stock to another location, or changes its status.',
      tasks: [
        'Scan or enter an item, choose its location, then enter the quantity and the new location.',
        'All lines are posted together, or none.',
        'To change only the status, leave the new location empty.',
        'To undo a move, select Undo within ten seconds. Later, reverse it in Stock history.',
      ],
    },
  ],
  [
    /^\/[^/]+\/app\/stock\/adjust/,
    {
      title: 'Adjust stock',
      about: 'Corrects a recorded quantity, by a difference or to a new quantity, with a reason.',
      tasks: [
        'If stock changes while you count, you see both quantities before anything is posted.',
        'Adjustments above the approval limit wait for another member.',
      ],
    },
  ],
  [
    /^\/[^/]+\/app\/stock\/grid/,
    {
      title: 'Stock grid',
      about: 'Available stock of one warehouse as a grid of items and locations.',
      tasks: [
        'To change a quantity, type over it. Type 0 if none is left.',
        'Use Ctrl D to fill down, Ctrl Z to undo, and copy or paste to a spreadsheet.',
        'To post, select Review changes. All changes become one adjustment with one reason.',
        'Use Adjust stock for items tracked by lot or serial number.',
        'To leave the grid with the keyboard, press Escape, then Tab.',
      ],
    },
  ],
  [
    /^\/[^/]+\/app\/stock\/as-of/,
    {
      title: 'Stock as of a date',
      about: 'Stock by location at any past time.',
      tasks: [
        'Including later corrections counts entries recorded later for that time. As recorded then leaves them out.',
        'To add quantities up, choose Group by.',
      ],
    },
  ],
  [
    /^\/[^/]+\/app\/stock\/lots/,
    {
      title: 'Lots',
      about: 'Lots with their expiry dates and states.',
      tasks: [
        'To correct dates or the supplier lot, open a lot.',
        'To stop a lot from being used, put it on hold or recall it. Its available stock goes on hold.',
        'To print labels, select lots, then select Print labels.',
      ],
    },
  ],
  [
    /^\/[^/]+\/app\/stock/,
    {
      title: 'Stock',
      about: 'On-hand quantity by location, lot and status. By item adds quantities up per SKU.',
      tasks: [
        'Select rows to move stock, change its status or print labels.',
        'Press T to move the focused row, or A to adjust it.',
        'To see the history of a location, select its code.',
      ],
    },
  ],
  [
    /^\/[^/]+\/app\/reports\/movement/,
    {
      title: 'Stock movement',
      about:
        'Opening, in, out and closing quantity per SKU for a period, in the days of each warehouse.',
      tasks: [
        'To see the entries behind a quantity, select it.',
        'Moves between locations of one warehouse aren’t counted.',
        'If a row doesn’t add up, run the integrity check in Settings.',
      ],
    },
  ],
  [
    /^\/[^/]+\/app\/reports/,
    { title: 'Reports', about: 'Stock reports, always up to date.', tasks: [] },
  ],
  [
    /^\/[^/]+\/app\/receiving/,
    {
      title: 'Receipts',
      about: 'Deliveries received into stock.',
      tasks: [
        'Each scan adds one unit. A pack barcode adds the whole pack.',
        'To set damaged items apart, select Mark one as damaged.',
        'Stock changes when you complete the receipt. Lines are saved on this device until then.',
        'To correct an open receipt, select Edit. To reverse a completed one, choose lines and quantities.',
      ],
    },
  ],
  [
    /^\/[^/]+\/app\/settings/,
    {
      title: 'Workspace settings',
      about: 'Your profile in this workspace, and the settings of the workspace.',
      tasks: [
        'Stock rules set currency, approval and valuation.',
        'Reasons are offered when stock changes.',
        'Warehouse access limits members to some warehouses.',
        'Integrity check recalculates every quantity from the stock history.',
      ],
    },
  ],
  [
    /^\/[^/]+\/app\/scanner/,
    {
      title: 'Scan',
      about: 'Looks up any code. A scanner works on every page of the workspace.',
      tasks: [
        'To scan without a scanner, use the camera, choose a photo or type the code.',
        'To add an unknown code to a product, scan it and select Link.',
        'To fill in a barcode, SKU or location field, select the field and scan.',
        'Scan CMD:UNDO to undo the last scan.',
      ],
    },
  ],
  [
    /^\/[^/]+\/app\/help/,
    {
      title: 'Help',
      about: 'Scanner setup, a practice sheet, keyboard shortcuts and terms.',
      tasks: [],
    },
  ],
  [
    /^\/[^/]+\/app\/team/,
    {
      title: 'Team',
      about: 'The workspace owner and admins manage members in their dashboard.',
      tasks: [],
    },
  ],
  [
    /^\/[^/]+\/app\/notifications/,
    { title: 'Notifications', about: 'Notifications of this workspace.', tasks: [] },
  ],
  [
    /^\/[^/]+\/app/,
    {
      title: 'Home',
      about: 'Today’s work and recent items of this workspace.',
      tasks: [
        'Cards marked Sample show examples until the first receipt.',
        'To fill an empty workspace, load demo data. You can remove it at any time.',
        'Security shows Check if the integrity check found problems or never ran.',
      ],
    },
  ],
]

/** Returns the help for an address; undefined where there is none. */
export const topicAt = (pathname: string): Topic | undefined =>
  topics.find(([address]) => address.test(pathname))?.[1]

/** What changed for users, newest first. */
export const news: readonly { on: string; points: readonly string[] }[] = [
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
      'Columns: choose which columns a list shows, in which order and how wide.',
      'Press Ctrl K, or ⌘ K on a Mac, to open the command palette.',
      'Press G and a letter to open a page, and J and K to move through a list.',
      'Unsent text is offered again after a session has ended.',
      'A line at the top shows when there is no connection.',
    ],
  },
]
