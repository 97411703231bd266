import { api } from '@stowage/contract'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { arrange } from './arrange.ts'
import { as, type Site } from './fixtures.ts'

/** Returns the findings of the integrity check: rule and subject, sorted. */
export async function findingsOf(app: TestApp, site: Site): Promise<string[]> {
  const { body } = await app.call(api.warehouse.integrity.verify, { ...as(site), body: {} })
  if ('running' in body) throw new Error('it should have been quick')
  return body.violations.map(({ rule, subject }) => `${rule} ${subject}`).toSorted()
}

/** Breaks rows as the owner of the tables, checks, and mends them. Returns what was found in between. */
export const breaking =
  (app: TestApp, site: Site) =>
  async (statement: string, mending: string, values: unknown[]): Promise<string[]> => {
    expect(await findingsOf(app, site)).toEqual([])
    await arrange(app, statement, values)
    const broken = await findingsOf(app, site)
    await arrange(app, mending, values)
    expect(await findingsOf(app, site)).toEqual([])
    return broken
  }
