import type { Topics } from '../../help/topics.ts'

export const topics: Topics = {
  receiving: {
    title: 'Receipts',
    about: 'Deliveries received into stock.',
    tasks: [
      'Each scan adds one unit. A pack barcode adds the whole pack.',
      'To set damaged items apart, select Mark one as damaged.',
      'Stock changes when you complete the receipt. Lines are saved on this device until then.',
      'To correct an open receipt, select Edit. To reverse a completed one, choose lines and quantities.',
    ],
  },
}
