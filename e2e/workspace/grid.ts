import type { Locator, Page } from '@playwright/test'
import type { MailServer } from '../mail.ts'
import { newStockedSite } from './stocked.ts'

/** The cell where an item and a place cross, by what the headings say. */
export async function cellOf(page: Page, sku: string, place: string): Promise<Locator> {
  const heading = page.getByRole('columnheader', { name: place })
  const column = await heading.getAttribute('aria-colindex')
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: sku }) })
  return row.locator(`[role=gridcell][aria-colindex="${column}"]`)
}

/** As Ctrl+V does it with what was copied in a spreadsheet. */
export const paste = (page: Page, text: string) =>
  page.evaluate((copied) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', copied)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, text)

/** MUG, 12 of it in A-01; TEA of a lot there; CAP and CUP of which there are none. */
export async function newGridSite(url: string, mail: MailServer) {
  const site = await newStockedSite(url, mail)
  for (const sku of ['CAP', 'CUP'])
    await site.call('/catalog/products', { name: `Kitchen ${sku}`, variants: [{ sku }] })
  await site.receive([{ sku: 'TEA', qty: '5', location: 'A-01', lotCode: 'L1', unitCost: '1.00' }])
  return site
}
