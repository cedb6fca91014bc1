import fs from 'node:fs'
import path from 'node:path'
import { packagedExecutable, verifyPackage } from './package/packaged-app.mjs'
import { projectCache, root } from './setup/paths.mjs'
import { runScript, say, step } from './setup/report.mjs'
import { mustRun } from './setup/run-command.mjs'
import { setUp } from './setup/set-up.mjs'

/** `npm run package`: an unpacked app in release/, fused and checked, then started once over CDP. */
await runScript(async () => {
  const { electron } = await setUp({ headline: 'Packaging' })
  await step('runtime', () => {
    const target = path.join(projectCache, 'package/electron')
    fs.rmSync(target, { recursive: true, force: true })
    // A copy and not links: what follows writes fuses into the executable.
    fs.cpSync(electron.folder, target, { recursive: true, verbatimSymlinks: true })
    for (const name of ['resources/app', 'resources/default_app.asar', 'pipescope-runtime.json']) {
      fs.rmSync(path.join(target, name), { recursive: true, force: true })
    }
    return { did: `copied without its start-up app`, value: undefined }
  })
  await step('package', async () => {
    fs.rmSync(path.join(root, 'release'), { recursive: true, force: true })
    const builder = path.join(root, 'node_modules/electron-builder/cli.js')
    const version = `-c.electronVersion=${electron.electronVersion}`
    await mustRun('electron-builder', process.execPath, [builder, '--dir', version], {
      cwd: root,
      // On CI it would link files into the package instead of copying them, and write fuses through the link.
      env: { ...process.env, USE_HARD_LINKS: 'false' },
    })
    return { did: 'electron-builder --dir', value: undefined }
  })
  const executable = packagedExecutable()
  await step('fuses and content', async () => ({ did: await verifyPackage(executable), value: undefined }))
  say('')
  const { smokeTest } = await import('./package/smoke-test.mjs')
  await smokeTest(executable)
  console.log(path.relative(process.env['INIT_CWD'] || root, executable) || executable)
})
