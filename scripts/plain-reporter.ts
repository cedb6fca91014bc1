import type { Reporter, TestModule } from 'vitest/node'
export default class PlainReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    let passed = 0,
      failed = 0,
      skipped = 0
    for (const module of modules) {
      if (module.state() === 'failed' && module.errors().length > 0) failed++
      for (const test of module.children.allTests()) {
        const state = test.result().state
        if (state === 'passed') passed++
        else if (state === 'failed') failed++
        else skipped++
      }
    }
    console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
  }
}
