import fs from 'node:fs'
import path from 'node:path'
import { projectCache, root } from '../setup/paths.mjs'
import { step } from '../setup/report.mjs'
import { mustRun } from '../setup/run-command.mjs'
import { packagedExecutable, verifyPackage } from './packaged-app.mjs'
import { writeNotices } from './third-party-notices.mjs'

/**
 * An unpacked app in release/, fused, and its fuses and content read back.
 *
 * @param {import('../setup/electron-cache.mjs').ElectronRuntime} electron
 * @returns {Promise<string>} the executable
 */
export async function makePackage(electron) {
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
  await step('licenses', () => ({ did: writeNotices(), value: undefined }))
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
  return executable
}
