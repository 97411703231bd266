import type {
  CellOf,
  Format,
  FormatReading,
  Formats,
} from '../../workspace/imports/format-rules.ts'

/* Orders as shops export them, one row for each line. Amounts have a decimal point. */

const cancelled = 'Cancelled in the shop'
const refunded = 'Refunded in the shop'
const fulfilled = 'Already fulfilled in the shop'

/** An amount without its currency, such as `US $9.99`. */
const amount = (text: string) => text.replace(/[^\d.,]/g, '')
/** Millionths of an amount with a decimal point; undefined where it is none. */
function microsOf(text: string): bigint | undefined {
  const [, whole, decimals = ''] = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(amount(text)) ?? []
  return whole === undefined ? undefined : BigInt(whole + decimals.padEnd(6, '0'))
}
const decimalOf = (micros: bigint) => {
  const digits = String(micros).padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}

/** The price of one, where the export has that of all. */
function unitPrice(total: string, quantity: string): Record<string, string> {
  const [micros, count] = [microsOf(total), Number(quantity)]
  if (micros === undefined || !Number.isInteger(count) || count < 1) return {}
  return { unit_price: decimalOf((micros + BigInt(count) / 2n) / BigInt(count)) }
}

const fullName = (...parts: string[]) => parts.filter(Boolean).join(' ')

/**
 * Taxes of the order are beside its prices or in them: they are beside where the total is more than what the prices
 * and the shipping make.
 */
function orderTax(cellOf: CellOf): Record<string, string> {
  const [subtotal, shipping, taxes, total] = ['Subtotal', 'Shipping', 'Taxes', 'Total'].map(
    (column) => microsOf(cellOf(column)),
  )
  const isBeside =
    subtotal !== undefined && shipping !== undefined && taxes !== undefined
      ? total === subtotal + shipping + taxes
      : false
  return { order_tax: isBeside ? decimalOf(taxes ?? 0n) : '' }
}

const shopify: Format = {
  has: ['Name', 'Financial Status', 'Fulfillment Status', 'Lineitem sku', 'Lineitem quantity'],
  mapping: {
    external_id: 'Name',
    sku: 'Lineitem sku',
    quantity: 'Lineitem quantity',
    unit_price: 'Lineitem price',
    discount: 'Lineitem discount',
    order_discount: 'Discount Amount',
    shipping_charge: 'Shipping',
    order_tax: 'Taxes',
    customer_name: 'Billing Name',
    customer_email: 'Email',
    customer_phone: ['Phone', 'Billing Phone'],
    placed_at: 'Created at',
    currency: 'Currency',
    payment: 'Financial Status',
    tags: 'Tags',
    note: 'Notes',
    ship_name: 'Shipping Name',
    ship_company: 'Shipping Company',
    ship_street: ['Shipping Address1', 'Shipping Street'],
    ship_street2: 'Shipping Address2',
    ship_postal_code: 'Shipping Zip',
    ship_city: 'Shipping City',
    ship_region: 'Shipping Province',
    ship_country: 'Shipping Country',
    ship_phone: 'Shipping Phone',
  },
  read(cellOf) {
    const payment = cellOf('Financial Status').toLowerCase()
    const isRefunded = payment === 'refunded' || payment === 'voided'
    const isFulfilled = cellOf('Fulfillment Status').toLowerCase() === 'fulfilled'
    const needsNoShipping = cellOf('Lineitem requires shipping').toLowerCase() === 'false'
    const isLineFulfilled = cellOf('Lineitem fulfillment status').toLowerCase() === 'fulfilled'
    return {
      cells: orderTax(cellOf),
      skipAll: cellOf('Cancelled at')
        ? cancelled
        : isRefunded
          ? refunded
          : isFulfilled
            ? fulfilled
            : undefined,
      skip: isLineFulfilled ? fulfilled : needsNoShipping ? 'Needs no shipping' : undefined,
    }
  },
}

/** Maps a WooCommerce state to a warehouse state. */
function wooState(text: string): string | undefined {
  const state = text.toLowerCase().replace(/^wc-/, '')
  if (['cancelled', 'failed', 'trash'].includes(state)) return cancelled
  if (state === 'refunded') return refunded
  return state === 'completed' ? fulfilled : undefined
}

/** The extension of WooCommerce itself, with a row for each item. */
const woo: Format = {
  has: ['order_id', 'status', 'shipping_total', 'item_sku', 'item_quantity'],
  mapping: {
    external_id: ['order_number', 'order_id'],
    sku: 'item_sku',
    quantity: 'item_quantity',
    tax: 'item_total_tax',
    shipping_charge: 'shipping_total',
    customer_email: ['billing_email', 'customer_email'],
    customer_phone: 'billing_phone',
    placed_at: ['date', 'order_date'],
    currency: 'order_currency',
    payment: 'status',
    note: 'customer_note',
    ship_company: 'shipping_company',
    ship_street: 'shipping_address_1',
    ship_street2: 'shipping_address_2',
    ship_postal_code: 'shipping_postcode',
    ship_city: 'shipping_city',
    ship_region: 'shipping_state',
    ship_country: 'shipping_country',
    ship_phone: ['shipping_phone', 'billing_phone'],
  },
  read(cellOf) {
    // Discounts are taken off the totals of the items already.
    const total = cellOf('item_total') || cellOf('item_subtotal')
    return {
      cells: {
        ...unitPrice(total, cellOf('item_quantity')),
        customer_name: fullName(cellOf('billing_first_name'), cellOf('billing_last_name')),
        ship_name: fullName(cellOf('shipping_first_name'), cellOf('shipping_last_name')),
      },
      skipAll: wooState(cellOf('status')),
    }
  },
}

/** Advanced Order Export, the most used extension for WooCommerce. */
const wooAdvanced: Format = {
  has: ['Order Number', 'Order Status', 'Item Name', 'Order Total Amount', 'SKU'],
  mapping: {
    external_id: 'Order Number',
    sku: 'SKU',
    quantity: ['Quantity (- Refund)', 'Quantity'],
    unit_price: 'Item Cost',
    order_discount: 'Cart Discount Amount',
    shipping_charge: 'Order Shipping Amount',
    order_tax: 'Order Total Tax Amount',
    customer_email: 'Email (Billing)',
    customer_phone: 'Phone (Billing)',
    placed_at: 'Order Date',
    payment: 'Order Status',
    note: 'Customer Note',
    ship_company: 'Company (Shipping)',
    ship_street: ['Address 1&2 (Shipping)', 'Address 1 (Shipping)'],
    ship_street2: 'Address 2 (Shipping)',
    ship_postal_code: 'Postcode (Shipping)',
    ship_city: 'City (Shipping)',
    ship_region: ['State Code (Shipping)', 'State Name (Shipping)'],
    ship_country: 'Country Code (Shipping)',
    ship_phone: 'Phone (Billing)',
  },
  read: (cellOf) => ({
    cells: {
      customer_name: fullName(cellOf('First Name (Billing)'), cellOf('Last Name (Billing)')),
      ship_name: fullName(cellOf('First Name (Shipping)'), cellOf('Last Name (Shipping)')),
    },
    skipAll: wooState(cellOf('Order Status')),
  }),
}

const amazonMapping = {
  external_id: ['order-id', 'amazon-order-id'],
  sku: 'sku',
  quantity: ['quantity-to-ship', 'quantity-purchased', 'quantity'],
  tax: 'item-tax',
  shipping_charge: 'shipping-price',
  discount: 'item-promotion-discount',
  placed_at: 'purchase-date',
  promised_ship_at: ['latest-ship-date', 'promise-date'],
  currency: 'currency',
  customer_name: 'buyer-name',
  customer_email: 'buyer-email',
  customer_phone: 'buyer-phone-number',
  ship_name: 'recipient-name',
  ship_street: ['ship-address-1'],
  ship_street2: 'ship-address-2',
  ship_postal_code: 'ship-postal-code',
  ship_city: 'ship-city',
  ship_region: 'ship-state',
  ship_country: 'ship-country',
  ship_phone: ['ship-phone-number', 'buyer-phone-number'],
}

function readAmazon(cellOf: CellOf): FormatReading {
  const state = (cellOf('item-status') || cellOf('order-status')).toLowerCase()
  const isShipped = cellOf('quantity-to-ship') === '0' || state === 'shipped'
  const discount = amount(cellOf('item-promotion-discount'))
  return {
    cells: {
      ...unitPrice(cellOf('item-price'), cellOf('quantity-purchased') || cellOf('quantity')),
      // Discounts are negative in some of the reports.
      ...(discount !== '' && { discount }),
    },
    skip: state === 'cancelled' ? cancelled : isShipped ? fulfilled : undefined,
  }
}

/** Orders, and Unshipped orders, of Seller Central. */
const amazon: Format = {
  has: ['order-id', 'order-item-id', 'purchase-date', 'sku', 'quantity-purchased'],
  mapping: amazonMapping,
  read: readAmazon,
}

/** All orders, a report of Seller Central. */
const amazonAll: Format = {
  has: ['amazon-order-id', 'purchase-date', 'order-status', 'sku', 'item-price'],
  mapping: amazonMapping,
  read: readAmazon,
}

const ebay: Format = {
  has: ['Sales Record Number', 'Order Number', 'Custom Label', 'Sold For', 'Ship To Name'],
  mapping: {
    external_id: 'Order Number',
    sku: 'Custom Label',
    quantity: 'Quantity',
    tax: 'Seller Collected Tax',
    placed_at: 'Sale Date',
    promised_ship_at: 'Ship By Date',
    customer_name: 'Buyer Name',
    customer_email: 'Buyer Email',
    note: 'Buyer Note',
    ship_name: 'Ship To Name',
    ship_street: 'Ship To Address 1',
    ship_street2: 'Ship To Address 2',
    ship_postal_code: 'Ship To Zip',
    ship_city: 'Ship To City',
    ship_region: 'Ship To State',
    ship_country: 'Ship To Country',
    ship_phone: 'Ship To Phone',
    shipping_charge: 'Shipping And Handling',
  },
  read(cellOf) {
    const price = cellOf('Sold For')
    const currency = /^(US|C|AU) \$|^(EUR|€)|^(GBP|£)/.exec(price)
    const code = { US: 'USD', C: 'CAD', AU: 'AUD' }[currency?.[1] ?? '']
    const known = code ?? (currency?.[2] ? 'EUR' : currency?.[3] ? 'GBP' : '')
    const cells = {
      unit_price: amount(price),
      shipping_charge: amount(cellOf('Shipping And Handling')),
      tax: amount(cellOf('Seller Collected Tax')),
      ...(known !== '' && { currency: known }),
      ...(cellOf('Paid On Date') !== '' && { payment: 'Paid' }),
    }
    const isOrder = cellOf('Order Number') !== ''
    const isItem = cellOf('Item Number') !== ''
    return {
      cells,
      skipAll: isOrder ? undefined : 'This row is no order',
      // An order of several items has a row of its own before them.
      skip: !isItem
        ? 'The sum of an order, whose items are the next rows'
        : cellOf('Shipped On Date') !== ''
          ? fulfilled
          : undefined,
    }
  },
}

/** Checks whether each row has its own part of the shipping charge, so the parts are added up. */
export const hasChargesPerLine = (format: string | null) =>
  format === 'amazon_orders' || format === 'amazon_all_orders'

/** Checks whether the discount of the order includes those of its lines. */
export const discountsIncludeLines = (format: string | null) => format === 'shopify_orders'

export const orderFormats: Formats = {
  shopify_orders: shopify,
  woocommerce_orders: woo,
  woocommerce_advanced: wooAdvanced,
  amazon_orders: amazon,
  amazon_all_orders: amazonAll,
  ebay_orders: ebay,
}
