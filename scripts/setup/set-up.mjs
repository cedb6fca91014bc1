import { SetupError, say } from './report.mjs'
import { installDependencies } from './dependencies.mjs'

/** Nothing but this is needed to begin with. */
const neededNodeVersion = 20

/**
 * Everything that running the app needs, each step only where something is missing.
 *
 * @param {{ headline?: string, withBuild?: boolean, forceBuild?: boolean }} [options]
 * @returns {Promise<{ electron: import('./electron-cache.mjs').ElectronRuntime }>}
 */
export async function setUp({ headline = 'Setting up', withBuild = true, forceBuild = false } = {}) {
  if (Number(process.versions.node.split('.')[0]) < neededNodeVersion) {
    throw new SetupError(`Node ${neededNodeVersion} or newer is needed; this is ${process.versions.node}.`)
  }
  say(headline)
  await installDependencies()
  // From here on the dependencies may be imported.
  const { findElectron } = await import('./electron.mjs')
  const { provideSystemLibraries } = await import('./system-libraries.mjs')
  const { buildApp } = await import('./build.mjs')
  const electron = await findElectron()
  await provideSystemLibraries(electron.executablePath)
  if (withBuild) {
    await buildApp({ force: forceBuild })
    const { buildDumpReader } = await import('./dump-reader.mjs')
    await buildDumpReader()
  }
  return { electron }
}
