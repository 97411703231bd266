import type { Topic } from '../help/topics.ts'

/** Help for the pages of orders and customers, by address. */
export const orderTopics: readonly [RegExp, Topic][] = [
  [
    /^\/[^/]+\/app\/orders\/new/,
    {
      title: 'Create order',
      about: 'Enter an order by hand. Stock is reserved when you confirm it.',
      tasks: [
        'Scan or enter an item, or paste two columns (SKU and quantity) from a spreadsheet.',
        'To see where an item is available, look at the line. It shows the available quantity per warehouse.',
        'To confirm the order, press Ctrl+Enter or select Confirm order. To continue later, save a draft.',
      ],
    },
  ],
  [
    /^\/[^/]+\/app\/orders\/./,
    {
      title: 'Order',
      about: 'One order with its lines and the stock reserved for them.',
      tasks: [
        'To stop an order from being shipped, put it on hold. It keeps its reserved stock.',
        'To cancel a line or the order, select Cancel. The stock goes to waiting orders first.',
      ],
    },
  ],
  [
    /^\/[^/]+\/app\/orders/,
    {
      title: 'Orders',
      about: 'All orders, the newest first.',
      tasks: [
        'To see orders that wait for stock, select Backorder.',
        'To see orders past their ship-by date, select Late.',
        'To find an order, enter its number or the number of the shop.',
      ],
    },
  ],
  [
    /^\/[^/]+\/app\/customers/,
    {
      title: 'Customers',
      about: 'Who orders from you, with addresses and contact details.',
      tasks: [
        'To find a customer, enter a code, name, email or phone number.',
        'To hide a customer from new orders, archive it. Its orders stay.',
      ],
    },
  ],
]
