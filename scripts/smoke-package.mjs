import { packagedExecutable } from './package/packaged-app.mjs'
import { smokeTest } from './package/smoke-test.mjs'
import { watchdogTest } from './package/watchdog-test.mjs'
import { runScript } from './setup/report.mjs'

/** Starts what `npm run package` made, looks over CDP whether it works, and kills it while programs wait for it. */
await runScript(async () => {
  await smokeTest(packagedExecutable())
  await watchdogTest(packagedExecutable())
})
