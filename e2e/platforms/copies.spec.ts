import type { Page } from '@playwright/test'
import { expect, expectAccessibleAndFitting, test } from '../fixtures.ts'
import { newOperator, signIn } from '../people.ts'
import { follow } from '../visits.ts'

const pages = ['platforms', 'users', 'analytics', 'notifications']
const late = 'Changes in some platforms can take a few seconds to appear here.'
const missing =
  'Recent changes in some platforms are missing. They appear as soon as their database responds.'

/** Lets the server say of its lists what one with several databases would. */
const answerWith = (page: Page, copies: string) =>
  page.route(/\/api\/v1\/(platforms\/mine|logs\?.*)$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), copies } })
  })

test('lists say when rows of other databases can be late', async ({ page, product, mail }) => {
  await signIn(page, await newOperator(product.url, mail))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const name of pages) {
    await follow(page, `/dashboard/${name}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('in some platforms')).toHaveCount(0)
  }
  for (const [copies, sentence] of [
    ['following', late],
    ['stopped', missing],
  ] as const) {
    await answerWith(page, copies)
    // Loaded once more, because the lists of before are kept.
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const name of pages) {
      await follow(page, `/dashboard/${name}`)
      await expect(page.getByText(sentence)).toBeVisible()
      await expectAccessibleAndFitting(page, `${name}, copies ${copies}`)
    }
    await page.unrouteAll()
  }
})
