import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['contract/**/*.test.ts', 'server/**/*.test.ts', 'web/**/*.test.ts'],
    globalSetup: ['server/test/cluster.ts'],
    // Argon2 threads and PostgreSQL share the machine with the tests.
    maxWorkers: 2,
    // Every file opens databases of its own; the modules it loads need not be loaded anew for it.
    isolate: false,
    // Ends a test that hangs. A busy machine may take ten times as long as a quiet one.
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
})
