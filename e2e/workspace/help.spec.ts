import { signInTo } from '../people.ts'
import { scan } from '../scanner.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { newStockedSite } from './stocked.ts'

test('a scanner is set up and tried', async ({ page, product, mail }) => {
  const { slug, operator } = await newStockedSite(product.url, mail)
  await signInTo(page, slug, operator, `/${slug}/app/help`)

  await test.step('the test field says how it types', async () => {
    await page.getByLabel('Test field').focus()
    await scan(page, 'ABC-123/xyz')
    await expect(page.getByText('Read as ABC-123/xyz.')).toBeVisible()
  })

  await test.step('the sheet holds the codes of this workspace', async () => {
    const sheet = page.getByRole('img', { name: /Practice sheet/ })
    const drawing = decodeURIComponent((await sheet.getAttribute('src')) ?? '')
    for (const words of ['Item MUG', '4006381333931', 'Location A-01', 'CMD:UNDO', 'LOT-7'])
      expect(drawing).toContain(words)
  })

  await test.step('keyboard shortcuts and search', async () => {
    await expect(page.getByText('Stock', { exact: true }).last()).toBeVisible()
    await expect(page.getByRole('switch', { name: 'Single-key shortcuts' })).toBeVisible()
    await expect(page.getByText('On hand', { exact: true })).toBeVisible()
    await expectAccessible(page, 'the help of a workspace')
  })

  await test.step('it is printed on one A4 sheet, or saved', async () => {
    await page.evaluate(() => void (window.print = () => {}))
    await page.getByRole('button', { name: 'Print sheet' }).click()
    await expect(page.locator('.label-sheet img')).toHaveCount(1)
    const pdf = await page.pdf({ preferCSSPageSize: true })
    const [, width, height] =
      /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1')) ?? []
    expect([width, height].map((points) => Math.round((Number(points) / 72) * 25.4))).toEqual([
      210, 297,
    ])
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as PDF' }).click()
    expect((await saving).suggestedFilename()).toBe('scanner-practice.pdf')
  })
})
