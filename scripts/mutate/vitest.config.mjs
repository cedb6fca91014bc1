import path from 'node:path'
import { defineConfig } from 'vitest/config'

/** Paths count from the copy of the sources that this file is in. Which files judge says the plan (`fault-runner.mjs`). */
export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    environment: 'node',
    include: ['scripts/mutate/start.mjs'],
    // A thread, so that nothing outlives the process when a fault keeps it busy and it has to be killed.
    pool: 'threads',
    isolate: false,
    maxConcurrency: 1,
    runner: path.join(import.meta.dirname, 'fault-runner.mjs'),
    reporters: ['dot'],
    silent: true,
    // Waiting for what a fault keeps from coming.
    expect: { poll: { timeout: 2000 } },
  },
})
