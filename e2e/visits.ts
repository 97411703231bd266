import type { Page, Request } from '@playwright/test'

/** Pending requests of each visited page. */
const underWay = new WeakMap<Page, Set<Request>>()

function requestsOf(page: Page): Set<Request> {
  const known = underWay.get(page)
  if (known) return known
  const requests = new Set<Request>()
  underWay.set(page, requests)
  page.on('request', (request) => requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
  return requests
}

/**
 * Goes to an address of the application in the document that is open, as a link on it does, and waits
 * until the page asks for nothing any more. Another document costs four times as much; it is loaded if the open
 * one has no such page.
 */
export async function follow(page: Page, path: string) {
  if (partOf(new URL(page.url()).pathname) !== partOf(path)) return void (await page.goto(path))
  const requests = requestsOf(page)
  // The router hears of each call, its own or not.
  await page.evaluate((to) => history.pushState(null, '', to), path)
  await untilQuiet(page, requests)
}

/** The dashboard, a workspace or its floor: pages of one part follow each other in one document. */
function partOf(path: string): string {
  const [, part, , page] = path.split(/[/?]/)
  return `${part}${page === 'floor' ? ' floor' : ''}`
}

/** In several frames in a row, because what has just come may lead to the next request. */
async function untilQuiet(page: Page, requests: Set<Request>) {
  for (let quiet = 0; quiet < 6; quiet = requests.size === 0 ? quiet + 1 : 0)
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
    )
}
