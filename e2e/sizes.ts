import type { Page } from '@playwright/test'

/** The screens journeys are made on. */
export const sizes = {
  desk: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const

/** Goes on with the same page on a screen of another size, for a journey in which only a part differs there. */
export const resizeTo = (page: Page, size: keyof typeof sizes) => page.setViewportSize(sizes[size])

const widthOf = (page: Page) => page.viewportSize()?.width ?? 0

/** Whether lists are cards here. */
export const isPhone = (page: Page) => widthOf(page) < 640
/** Whether the menu has room beside the page. */
export const isWide = (page: Page) => widthOf(page) >= 1024
