import fs from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/**
 * Ends a run with one plain line for machines, `N passed, N failed, N skipped`. A file that could not be loaded counts as
 * one failure. With PIPESCOPE_COUNTS_FILE set, the counts and the names of what was skipped go there instead: then a
 * larger run sums them up and prints the line itself.
 */
export default class PlainReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    let passed = 0
    let failed = unhandledErrors.length
    const skippedNames: string[] = []
    for (const module of modules) {
      if (module.state() === 'failed' && module.errors().length > 0) failed++
      for (const test of module.children.allTests()) {
        const state = test.result().state
        if (state === 'passed') passed++
        else if (state === 'failed') failed++
        else skippedNames.push(test.fullName)
      }
    }
    const skipped = skippedNames.length
    const file = process.env['PIPESCOPE_COUNTS_FILE']
    if (file) fs.writeFileSync(file, JSON.stringify({ passed, failed, skipped, skippedNames }))
    else console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
  }
}
