import type { Page } from '@playwright/test'

/** The screens journeys are made on. */
export const sizes = {
  desk: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const

/** Goes on with the same page on a screen of another size, for a journey in which only a part differs there. */
export const resizeTo = (page: Page, size: keyof typeof sizes) => page.setViewportSize(sizes[size])
