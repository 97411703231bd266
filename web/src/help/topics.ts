export type Topic = { title: string; text: readonly string[] }

/** What the pages are for, by their addresses; the first that suits counts. */
const topics: readonly [RegExp, Topic][] = [
  [
    /^\/dashboard\/platforms/,
    {
      title: 'Platforms',
      text: [
        'A platform is a workspace with an address, members and a sign-in page of its own. Here stand those you own and those shared with you as an admin or auditor.',
        'Manage changes its name, path and logo, and who may sign in. Open leads to its sign-in page in a new tab.',
        'When you change the path, the old one keeps leading to the new one. Links on paper should be printed again all the same.',
      ],
    },
  ],
  [
    /^\/dashboard\/users/,
    {
      title: 'Users',
      text: [
        'How many people can sign in to each of your platforms, without its owner. They are added, changed and removed in the platform itself, under User Management.',
      ],
    },
  ],
  [
    /^\/dashboard\/analytics/,
    {
      title: 'Analytics',
      text: [
        'The audit log: every sign-in and every change in your account and your platforms, the newest first. Nothing in it can be changed or removed.',
        'Type an action, an email or the id of a platform and press Apply. The address of the page then holds the filter, so that you can send it to somebody.',
        'More, at the end of a row, shows everything that was recorded.',
      ],
    },
  ],
  [
    /^\/dashboard\/notifications/,
    {
      title: 'Notifications',
      text: [
        'What happened lately in your account and your platforms. Which messages reach you, and how, is chosen in the settings.',
      ],
    },
  ],
  [
    /^\/dashboard\/billing/,
    { title: 'Billing', text: ['Nothing is charged. The page shows what the plans hold.'] },
  ],
  [
    /^\/dashboard\/settings/,
    {
      title: 'Settings',
      text: [
        'Profile is saved with its button. Every other choice is kept as soon as it is made.',
        'Under Security stand your password, passkeys, the second factor and the devices that are signed in. End a session there that is not yours, and change your password.',
      ],
    },
  ],
  [
    /^\/dashboard/,
    {
      title: 'Dashboard',
      text: [
        'Where you begin. The list under Get started ticks itself from what is really there; each line leads to its place.',
      ],
    },
  ],
  [
    /^\/[^/]+\/app\/catalog\/(?!\+new$)./,
    {
      title: 'Product',
      text: [
        'What there is of one item and where it comes from: press the sign beside a number to read what it means. Available on, above its piles, says how much can be promised for a day.',
        'Under Details stand its names, barcodes and packs. A product has variants; each has a SKU of its own.',
        'Put away keeps everything that ever happened and hides the product from new work. It can be brought back.',
      ],
    },
  ],
  [
    /^\/[^/]+\/app\/catalog/,
    {
      title: 'Products',
      text: [
        'Everything that can be kept, one line for each SKU. Search by SKU, name or barcode, or scan into the search.',
        'Press the word above a column with arrows to order the list by it, again to turn it round, and once more for the usual order; on a small screen choose under Sort by. The address and the file keep the order.',
        'Mark lines, with Shift a whole range, to print their labels, save them as a file, put them away or bring them back. The box above them marks the page, and then everything that matches can be taken.',
      ],
    },
  ],
  [
    /^\/[^/]+\/app\/places/,
    {
      title: 'Places',
      text: [
        'Warehouses, their zones and the locations goods lie in, in the order they are walked, or by their codes. A warehouse also says where it stands, which of several is tried first, and where goods go when no other place is said.',
        'Generate makes many at once from a pattern such as {A..C}-{01..20} and shows beforehand what it would make.',
        'A blocked location lets nothing in, out or both. Mark several to block or open them together. One that is put away is gone for good, and must be empty first.',
        'A location can say how many units or how much weight it holds, and whether different items or lots may lie in it together. Goods it has no room for are refused wherever they come from; what lies there already stays.',
      ],
    },
  ],
  [
    /^\/[^/]+\/app\/imports/,
    {
      title: 'Imports',
      text: [
        'Products, locations and opening stock come in from CSV files. A file is checked row by row first, and nothing is changed before you apply it.',
        'A row is one SKU. Rows with the same product key, one below the other, are the variants of one product: name, brand, category and tags need to stand in one of them only, as do the names of its options. A blank cell leaves what was there as it is.',
        'Rows with mistakes are left out. Download them with the reasons, mend them in a spreadsheet and import that file.',
        'Undo takes a whole file back: movements are reversed, what was new is put away, what was changed becomes what it was. It is refused where later work depends on it.',
      ],
    },
  ],
  [
    /^\/[^/]+\/app\/labels/,
    {
      title: 'Labels',
      text: [
        'Mark products or locations in their lists and press Print labels. A label carries the barcode, or the SKU where there is none, and the same in letters.',
        'A roll prints a page for each label. An A4 sheet begins at the place you say, so that a begun sheet is not wasted.',
        'Opened from a receipt, each item gets as many labels as pieces were received; from the stock, as many as lie there. Paper, copies and the way out are remembered on this device.',
        'Label printers that understand ZPL take the file as it is.',
      ],
    },
  ],
  [
    /^\/[^/]+\/app\/stock\/ledger/,
    {
      title: 'Movements',
      text: [
        'Everything that ever changed the stock, newest or oldest first, with who did it and why. Nothing in it can be changed or removed.',
        'More, at the end of a row, shows all of it and offers Undo: the opposite is posted beside it, after a look at what that does to each pile, or at what stands in the way.',
        'What belongs to a receipt or an adjustment is undone there, so that the document and its goods stay together.',
      ],
    },
  ],
  [
    /^\/[^/]+\/app\/stock\/move/,
    {
      title: 'Move stock',
      text: [
        'Scan or type the item, choose the pile it is taken from, then how much and where to. Several lines go as one move: all of them or none.',
        'Another status without another place keeps the goods where they are: on hold, in quarantine, damaged or available again.',
        'Of piles that were marked in the list, the place and the status can be said once for all; what is set aside for orders is left out.',
        'For ten seconds a press takes the move back. Later it is undone under Movements.',
      ],
    },
  ],
  [
    /^\/[^/]+\/app\/stock\/adjust/,
    {
      title: 'Adjust stock',
      text: [
        'Corrects what the books say, by a difference or to a new total, and always with a reason.',
        'A new total is compared with the number you saw. When somebody moved something meanwhile, both numbers are shown and nothing has changed.',
        'Corrections worth more than the limit in the settings wait for somebody who may approve them.',
      ],
    },
  ],
  [
    /^\/[^/]+\/app\/stock\/grid/,
    {
      title: 'Stock grid',
      text: [
        'What is for sale in one warehouse, items down and places across. Filter it first, then type how much there is: an empty cell is none, and 0 has to be typed.',
        'Arrows, Enter and Tab move, with Shift the arrows select. Ctrl D fills down, Ctrl Z takes back, and cells can be copied to a spreadsheet and pasted from one. Escape and then Tab leaves the grid.',
        'Nothing changes before you review it. All changes go as one adjustment with one reason; where somebody has moved something since you typed, both numbers are shown and nothing is sent.',
        'What is kept by lot or serial number can only be read here and is counted with Adjust stock. What was typed survives a reload and a session that ends.',
      ],
    },
  ],
  [
    /^\/[^/]+\/app\/stock\/as-of/,
    {
      title: 'Stock at a moment',
      text: [
        'What lay where at any time. As known now counts what was entered later about that time; as known then leaves it out. Added up by place or warehouse, each unit has a row of its own.',
      ],
    },
  ],
  [
    /^\/[^/]+\/app\/stock/,
    {
      title: 'Stock',
      text: [
        'What lies where: one row for each pile, which is one item in one place, of one status and lot. By item adds the piles up.',
        'Mark piles to move them in one form, or to change what they are good for, or to print a label for each piece.',
        'T moves what is in the row with the focus, A adjusts it. The place leads to how the goods came there.',
      ],
    },
  ],
  [
    /^\/[^/]+\/app\/reports\/movement/,
    {
      title: 'Movement',
      text: [
        'What each item had at the beginning of a period, what came and went by kind, and what it had at the end. Days are those of each warehouse, and what was entered later stands in the day on which it happened. Goods that only went from one place to another have neither come nor gone. An undone receipt goes out as received.',
        'Each number leads to the movements it is made of. Adds up means that closing less opening is in less out; anything else is a fault in the books, and Verification says where.',
      ],
    },
  ],
  [
    /^\/[^/]+\/app\/reports/,
    { title: 'Reports', text: ['Questions the books can answer, up to this moment.'] },
  ],
  [
    /^\/[^/]+\/app\/receiving/,
    {
      title: 'Receiving',
      text: [
        'Each scan counts one more, the barcode of a case the whole case. Damaged pieces are set apart on a line of their own.',
        'Nothing is in stock before the receipt is completed. What was counted survives a reload and a session that ends.',
        'To correct an open receipt, select Edit beside its reference or a line. To reverse a completed one, choose the lines and quantities that go out of stock again.',
      ],
    },
  ],
  [
    /^\/[^/]+\/app\/settings/,
    {
      title: 'Workspace settings',
      text: [
        'Who you are in this workspace, and what you may do in it.',
        'The other parts hold for everybody: how stock is kept and valued, the reasons to choose from, who sees which warehouse, and whether all books agree.',
      ],
    },
  ],
  [
    /^\/[^/]+\/app\/scanner/,
    {
      title: 'Scan',
      text: [
        'A scanner works on every page: what it reads is looked up and opened, or taken by the page that is open. The answer stands across the top, with the scans before it.',
        'The camera reads what is held into its frame, and a photo where the camera cannot be used. Closed, or while the page is out of sight, it looks at nothing.',
        'A code nobody knows can be given to a product, over the form you scan for too. Codes of your own begin with L: for a place, T: for a container, U: for a member; CMD:UNDO takes the last scan back.',
        'To fill in a barcode, a SKU or a location code, select its field and scan. The form is not sent.',
        'The test shows how fast the scanner types, what it ends with, and whether its keyboard layout is that of the computer.',
      ],
    },
  ],
  [
    /^\/[^/]+\/app\/help/,
    {
      title: 'Help',
      text: [
        'How a scanner is set up, and a sheet of codes to try it with: some of them stand for your own goods and places.',
        'Below stand the keys of the workspace and what its words mean.',
      ],
    },
  ],
  [
    /^\/[^/]+\/app\/team/,
    {
      title: 'Team',
      text: ['Who works here is decided by the owner and the admins, in their dashboard.'],
    },
  ],
  [
    /^\/[^/]+\/app\/notifications/,
    { title: 'Notifications', text: ['Messages of this workspace to you.'] },
  ],
  [
    /^\/[^/]+\/app/,
    {
      title: 'Workspace',
      text: [
        'The home of this workspace. Cards marked as samples hold examples until the first goods move; from then on every figure is a live one.',
        'Example data fills an empty workspace in seconds and goes away again in one action. Security says Check when the books do not agree or were never checked.',
      ],
    },
  ],
]

/** The help for an address; undefined where there is none. */
export const topicAt = (pathname: string): Topic | undefined =>
  topics.find(([place]) => place.test(pathname))?.[1]

/** What people notice after an upgrade, the latest first. */
export const news: readonly { on: string; points: readonly string[] }[] = [
  {
    on: '2026-11-22',
    points: [
      'Grid, beside the lists of the stock, shows one warehouse as a sheet: type over it, paste into it, and send all changes with one reason.',
      'Reports, beside the lists: what came and what went in a period, every number leading to its movements.',
      'Edit open receipts and draft adjustments, and reverse a completed receipt by line and quantity.',
    ],
  },
  {
    on: '2026-11-21',
    points: [
      'Rows that are marked can be acted on together: products put away, places blocked, piles moved.',
      'Help, in the menu of a workspace, shows how a scanner is set up and prints a sheet to practise with.',
      'Scan a code on any page of a workspace: it is looked up, opened and answered by colour, words and sound.',
      'A workspace has products and places. Choose your warehouse at the top: all its pages follow.',
      'Columns, beside the title of a list, says which columns it shows, in which order and how wide, for you on every device. The edge of a column can be dragged too.',
      'Ctrl K, on a Mac ⌘ K, opens the command palette: type where to go or what to do.',
      'G and a letter leads to a page, J and K walk through a list. All keys stand in this help.',
      'Text that was not sent is offered again after a session has ended.',
      'A line at the top says when there is no connection.',
    ],
  },
]
