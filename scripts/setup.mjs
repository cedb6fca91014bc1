import { parseArgs } from 'node:util'
import { findDotnet } from './setup/dotnet.mjs'
import { runScript } from './setup/report.mjs'
import { setUp } from './setup/set-up.mjs'

/**
 * All set-up and the build alone; repeatable.
 *
 *   node scripts/setup.mjs                    everything
 *   node scripts/setup.mjs --print-electron   the same without the build, and the executable's path on stdout
 */
await runScript(async () => {
  const { values } = parseArgs({ options: { 'print-electron': { type: 'boolean', default: false } } })
  if (values['print-electron']) {
    const { electron } = await setUp({ withBuild: false })
    console.log(electron.executablePath)
    return
  }
  const { electron } = await setUp()
  await findDotnet()
  console.log(`Ready: Electron ${electron.electronVersion}, app built in out/`)
})
