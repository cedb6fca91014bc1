import fs from 'node:fs'
import path from 'node:path'
import { hasDotnetSdk } from '../samples/build.mjs'
import { readArguments } from './setup/arguments.mjs'
import { installDependencies } from './setup/dependencies.mjs'
import { callerPath, root } from './setup/paths.mjs'
import { runScript, say, SetupError } from './setup/report.mjs'
import { buildTargets } from './setup/sample-targets.mjs'

const usage = 'usage: npm run verify-here -- [--only RUNTIMES] [--rows TEXT] [--report FILE]'

/**
 * What can be verified on the machine this runs on, whatever its system: the rows of the matrix that do not depend on Linux, on
 * .NET 8, 9 and 10. Takes about ten minutes and needs Node 20 and a .NET 10 SDK; the runtimes come from NuGet.
 *
 *   npm run verify-here                          everything; prints a report and writes it to out/verify-here.md
 *   npm run verify-here -- --only win9           one runtime (Windows: win8, win9, win10; otherwise net8, net9, net10sc)
 *   npm run verify-here -- --rows ProcessInfo    rows whose name contains the text
 *   npm run verify-here -- --report FILE         another place for the report
 *
 * Exit code 1 when an answer is different from what matrix/expected.md says, or a row could not be run.
 */
await runScript(async () => {
  const options = /** @type {const} */ ({
    only: { type: 'string' },
    rows: { type: 'string' },
    report: { type: 'string' },
  })
  const { values } = readArguments({ options }, usage)
  if (!hasDotnetSdk())
    throw new SetupError('The .NET 10 SDK is needed to build the targets: https://dotnet.microsoft.com/download')
  await installDependencies()
  const variants = values.only?.split(',') ?? variantsHere()
  await buildTargets(variants)
  const { importTypeScript } = await import('./import-typescript.mjs')
  const { verifyHere } = await importTypeScript('matrix/verify-here.ts')
  const { report, isGood } = await verifyHere({ variants, rowFilter: values.rows ?? '', say })
  const file = values.report === undefined ? path.join(root, 'out', 'verify-here.md') : callerPath(values.report)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, report)
  console.log(report)
  say(`Report: ${file}`)
  return isGood ? 0 : 1
})

function variantsHere() {
  return process.platform === 'win32' ? ['win8', 'win9', 'win10'] : ['net8', 'net9', 'net10sc']
}
