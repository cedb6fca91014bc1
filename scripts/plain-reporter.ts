import fs from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/**
 * Ends a run with one plain line for machines, `N passed, N failed, N skipped`. A file that could not be loaded counts as
 * one failure. With PIPESCOPE_COUNTS_FILE set, the counts, the names of what was skipped and the reasons of what failed go there instead:
 * then a larger run sums them up and prints the line itself.
 */
export default class PlainReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    let passed = 0
    const failures = unhandledErrors.map((error) => ({ name: 'outside of any test', reason: reasonOf([error]) }))
    const skippedNames: string[] = []
    for (const module of modules) {
      if (module.state() === 'failed' && module.errors().length > 0)
        failures.push({ name: module.relativeModuleId, reason: reasonOf(module.errors()) })
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        if (state === 'passed') passed++
        else if (state === 'failed')
          failures.push({ name: `${module.relativeModuleId} > ${test.fullName}`, reason: reasonOf(errors ?? []) })
        else skippedNames.push(test.fullName)
      }
    }
    const [failed, skipped] = [failures.length, skippedNames.length]
    const file = process.env['PIPESCOPE_COUNTS_FILE']
    if (file) fs.writeFileSync(file, JSON.stringify({ passed, failed, skipped, skippedNames, failures }))
    else console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
  }
}

function reasonOf(errors: readonly unknown[]): string {
  const texts = errors.map((error) => {
    const { message, diff, stack } = error as { message?: string; diff?: string; stack?: string }
    const place = stack?.split('\n').find((line) => /^\s+at /.test(line)) ?? ''
    return [message ?? String(error), diff ?? '', place].filter((part) => part !== '').join('\n')
  })
  return texts.join('\n')
}
