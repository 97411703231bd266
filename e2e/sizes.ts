import type { CDPSession, Page } from '@playwright/test'

/** The screens journeys are made on. */
export const sizes = {
  desk: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const

/**
 * Goes on with the same page on a screen of another size, for a journey in which only a part differs there. A phone is
 * touched, which makes its controls larger.
 */
export async function resizeTo(page: Page, size: keyof typeof sizes | Size) {
  const { width, height } = typeof size === 'string' ? sizes[size] : size
  await page.setViewportSize({ width, height })
  // The session stays: what it emulates would end with it.
  const session = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, session)
  await (await session).send('Emulation.setTouchEmulationEnabled', { enabled: width < narrow })
}

type Size = { width: number; height: number }

/** Below this many pixels lists are cards. */
const narrow = 640

const sessions = new WeakMap<Page, Promise<CDPSession>>()

const widthOf = (page: Page) => page.viewportSize()?.width ?? 0

/** Checks whether lists are shown as cards at this size. */
export const isPhone = (page: Page) => widthOf(page) < narrow
/** Checks whether the menu has room beside the page. */
export const isWide = (page: Page) => widthOf(page) >= 1024
