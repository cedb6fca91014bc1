import fs from 'node:fs'
import path from 'node:path'
import { hasDotnetSdk, publish, SampleBuildError } from '../../samples/build.mjs'
import { root } from './paths.mjs'
import { step } from './report.mjs'

/** Where the app looks for it, beside the bundles; a package has it outside of its archive. */
export const dumpReaderFolder = path.join(root, 'out/helpers/dump-reader')

/**
 * Builds the program that opens dumps, where there is a .NET SDK. Without one everything else works; what needs it says so.
 *
 * @returns {Promise<string | null>} its folder; null: it could not be built here
 */
export function buildDumpReader() {
  return step('dump reader', () => {
    if (!hasDotnetSdk()) return { did: 'not built: no .NET SDK, so dumps can be taken but not opened', value: null }
    try {
      const built = publish({ project: path.join(root, 'helpers/dump-reader'), name: 'dump-reader' })
      const stamp = path.join(dumpReaderFolder, 'built-from.txt')
      const notices = path.join(dumpReaderFolder, 'THIRD-PARTY-NOTICES.md')
      if (fs.existsSync(notices) && fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === path.basename(built))
        return { did: 'up to date', value: dumpReaderFolder }
      fs.rmSync(dumpReaderFolder, { recursive: true, force: true })
      fs.cpSync(built, dumpReaderFolder, { recursive: true })
      // The licences of the libraries want to be wherever they are.
      fs.copyFileSync(path.join(root, 'docs/third-party-notices.md'), notices)
      fs.writeFileSync(stamp, path.basename(built))
      return { did: 'built into out/helpers/', value: dumpReaderFolder }
    } catch (error) {
      if (!(error instanceof SampleBuildError)) throw error
      return { did: `not built, so dumps can be taken but not opened: ${error.message.split('\n')[0]}`, value: null }
    }
  })
}
