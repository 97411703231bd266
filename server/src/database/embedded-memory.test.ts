import { expect, test } from 'vitest'
import { memorySettings } from './embedded-memory.ts'

const gigabyte = 2 ** 30

test.each([
  [0.5, '128MB', '256MB'],
  [1, '128MB', '512MB'],
  [4, '512MB', '2048MB'],
  [16, '2048MB', '8192MB'],
  [64, '2048MB', '32768MB'],
])('with %s GB of memory PostgreSQL holds %s of pages', (memory, pages, cache) => {
  expect(memorySettings(memory * gigabyte)).toEqual({
    shared_buffers: pages,
    effective_cache_size: cache,
  })
})
