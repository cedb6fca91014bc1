import { defineConfig } from 'playwright/test'

/** Tests of the built app. One worker: two windows on one virtual display would fight for the focus. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/fixture/global-setup.ts',
  workers: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  // Limits for what never comes, not measures of speed: machines that run tests are busy with other things.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['line'], ['./e2e/fixture/count-reporter.ts']],
})
