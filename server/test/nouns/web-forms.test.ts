import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/*
 * The rules of a field are the contract's: a form of the web takes them from its route, and adds only how they are
 * typed. Files named routes.tsx say what the address of their pages may hold, which no contract knows.
 */

const web = path.resolve(import.meta.dirname, '..', '..', '..', 'web/src')

/** Rules that are written in the web, each with its reason. */
const ofWeb: Record<string, string> = {
  'platforms/directory/filter.ts': 'reads the address of its page',
  'warehouse/products/listed.ts': 'reads what this tab has noted of a list',
  'workspace/list-search.ts': 'reads the addresses of lists',
  'workspace/scan/device.ts':
    'reads choices a device remembers, without the weight of their routes',
}

test('a form of the web restates no rule of the contract', () => {
  const files = globSync('**/*.{ts,tsx}', {
    cwd: web,
    exclude: ['**/*.test.*', '**/routes.tsx', 'app/routes/*'],
  })
  expect(files.length).toBeGreaterThan(500)
  const restating = files.filter((file) =>
    /\.regex\(|\.enum\(\s*\[|\bz\.int\(/.test(readFileSync(path.join(web, file), 'utf8')),
  )
  expect(restating.toSorted()).toEqual(Object.keys(ofWeb))
})
