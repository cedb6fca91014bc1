import { packagedExecutable } from './package/packaged-app.mjs'
import { smokeTest } from './package/smoke-test.mjs'
import { runScript } from './setup/report.mjs'

/** Starts what `npm run package` made, and looks over CDP whether it works. */
await runScript(async () => {
  await smokeTest(packagedExecutable())
})
