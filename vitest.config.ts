import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['contract/**/*.test.ts', 'server/**/*.test.ts', 'web/**/*.test.ts'],
    globalSetup: ['server/test/cluster.ts'],
    // One more than the usual two processors: a test waits for the database for a tenth of its time.
    maxWorkers: 3,
    // A worker makes hundreds of servers; with more room most of their garbage is never copied.
    execArgv: ['--max-semi-space-size=64'],
    // Files have databases or platforms of their own; the modules they load need not be loaded anew for each.
    isolate: false,
    // Ends a test that hangs. A busy machine may take ten times as long as a quiet one.
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
})
