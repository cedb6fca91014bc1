import { defineConfig } from 'playwright/test'
import { takeDisplay } from './e2e/fixture/displays.ts'
import { hasDisplay } from './scripts/setup/display.mjs'
import { useTemporaryFolderOfRun } from './scripts/test/temporary-folder.ts'

const hasDisplayOfItsOwn = process.platform === 'linux' && !hasDisplay()
useTemporaryFolderOfRun()
// Each worker loads this file before anything else.
takeDisplay()
// What a target computes only to be seen may take what the app leaves (samples/give-way.ts).
process.env['PIPESCOPE_TARGETS_GIVE_WAY'] = 'sessions'

/**
 * Tests of the built app. Windows on one display fight for the focus: without displays of our own (fixture/displays.ts) there is one worker.
 * Files run side by side, the tests of a file one after the other.
 */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/fixture/global-setup.ts',
  // A third one gains nothing on two cores: what is drawn in software keeps them busy.
  workers: hasDisplayOfItsOwn ? 2 : 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  // Limits for what never comes, not measures of speed: machines that run tests are busy with other things.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['line'], ['./e2e/fixture/count-reporter.ts']],
})
