import { performance } from 'node:perf_hooks'
import { readArguments } from './setup/arguments.mjs'
import { installDependencies } from './setup/dependencies.mjs'
import { findDotnet } from './setup/dotnet.mjs'
import { runScript, say, seconds, SetupError } from './setup/report.mjs'
import { setUp } from './setup/set-up.mjs'
import { provideSshServer } from './setup/ssh-server.mjs'
import { allChecks, quickCheckNames } from './test/checks.mjs'
import { runAll } from './test/run-all.mjs'
import { asOne, describeCounts, describeFailures, endRunningChecks, runCheck, sumCounts } from './test/run-check.mjs'

const usage = `usage: npm test

  npm test             everything
  npm run test:full    the whole matrix, soaks, long fuzz, mutation; may take hours   (--full)
  npm run check        types, lint, format, unit   (--quick)`

/** Sets up what is missing and runs the checks. Stdout gets exactly one line, the sum of all: `N passed, N failed, N skipped`. */
await runScript(async () => {
  const startMs = performance.now()
  const flag = /** @type {const} */ ({ type: 'boolean' })
  const { values } = readArguments({ options: { full: flag, quick: flag } }, usage)
  const isFull = values.full === true
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      endRunningChecks()
      process.exit(130)
    })
  }

  const isReady = await prepare(values.quick === true, isFull)
  const counts = []
  if (isReady) {
    const checks = allChecks({ isFull }).filter((check) => !values.quick || quickCheckNames.includes(check.name))
    counts.push(...(await runAll(checks, (check) => runCheck(check, checkEnvironment(isFull)))))
  } else {
    counts.push(asOne(false, 'set-up'))
  }
  const sum = sumCounts(counts)
  if (sum.failures.length > 0) say(describeFailures(sum.failures))
  say(`\nAll checks: ${seconds(performance.now() - startMs)}`)
  console.log(describeCounts(sum))
  return sum.failed === 0 ? 0 : 1
})

/**
 * @param {boolean} isQuick
 * @param {boolean} isFull
 * @returns {Promise<boolean>} false when the set-up could not be done; the reason has been said
 */
async function prepare(isQuick, isFull) {
  try {
    if (isQuick) await installDependencies()
    else {
      await setUp({ headline: 'Setting up for the tests', withBuild: false })
      await findDotnet()
      await provideSshServer(isFull)
    }
    return true
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    say(error.message)
    return false
  }
}

/** @param {boolean} isFull */
function checkEnvironment(isFull) {
  return {
    ...process.env,
    NO_COLOR: '1',
    FORCE_COLOR: undefined,
    // Read at every start of Node, 0.1 s where a machine has it; the checks start hundreds and download nothing with Node.
    NODE_EXTRA_CA_CERTS: undefined,
    ...(isFull ? { PIPESCOPE_FULL: '1', PIPESCOPE_SAMPLE_RUNTIMES: 'all' } : {}),
  }
}
