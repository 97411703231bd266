import type { TestApp } from './app.ts'
import { checked, rowsOf, step } from './imports.ts'

/* Files of shops as they come out of them. */

/** A file of these columns, and of what the rows say in some of them. */
export const linesOf = (
  columns: string,
  rows: readonly Record<string, string>[],
  separator = ',',
) => {
  const names = columns.split(separator)
  const cell = (text: string) => (/[",\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return [names, ...rows.map((row) => names.map((name) => row[name] ?? ''))]
    .map((cells) => cells.map(cell).join(separator))
    .join('\r\n')
}

/** Imports a file whose columns are proposed, and returns what is said of it. */
export async function importShopFile(
  app: TestApp,
  site: Parameters<typeof checked>[1],
  kind: 'orders' | 'customers' | 'stock',
  file: string,
) {
  const dry = await checked(app, site, kind, file)
  const errors = (await rowsOf(app, site, dry.id, 'error')).map((row) => row.errors)
  const skipped = (await rowsOf(app, site, dry.id, 'skipped')).map(({ rowNo, errors: [why] }) => [
    rowNo,
    why?.message,
  ])
  const job = dry.rowsValid > 0 ? await step(app, site, 'apply', dry.id) : dry
  return { job, errors, skipped }
}

export const shopifyColumns =
  'Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem compare at price,Lineitem sku,Lineitem requires shipping,Lineitem taxable,Lineitem fulfillment status,Billing Name,Shipping Name,Shipping Street,Shipping Address1,Shipping Address2,Shipping Company,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone,Notes,Note Attributes,Cancelled at,Payment Method,Payment Reference,Refunded Amount,Vendor,Id,Tags,Risk Level,Source,Lineitem discount'
