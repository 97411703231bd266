import { expect, test } from 'vitest'
import { presets } from './periods.ts'

const of = (name: string, today: string) => presets.find((one) => one.name === name)?.of(today)

test.each([
  ['Today', '2026-11-22', '2026-11-22', '2026-11-22'],
  ['Yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
  // A Sunday is the last day of its week, a Monday the first.
  ['This week', '2026-11-22', '2026-11-16', '2026-11-22'],
  ['This week', '2026-11-23', '2026-11-23', '2026-11-23'],
  ['Last month', '2026-01-31', '2025-12-01', '2025-12-31'],
  ['Last month', '2024-03-05', '2024-02-01', '2024-02-29'],
])('%s on %s is from %s to %s', (name, today, since, until) => {
  expect(of(name, today)).toEqual({ since, until })
})
