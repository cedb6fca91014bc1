import path from 'node:path'
import { root } from './setup/paths.mjs'
import { runScript, say } from './setup/report.mjs'
import { setUp } from './setup/set-up.mjs'

/** `npm run package`: an unpacked app in release/, fused and checked, then started once over CDP. */
await runScript(async () => {
  const { electron } = await setUp({ headline: 'Packaging' })
  const { makePackage } = await import('./package/make-package.mjs')
  const executable = await makePackage(electron)
  say('')
  const { smokeTest } = await import('./package/smoke-test.mjs')
  await smokeTest(executable)
  console.log(path.relative(process.env['INIT_CWD'] || root, executable) || executable)
})
