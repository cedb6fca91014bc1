import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { identityOf } from './dist/app-identity.mjs'
import { provideDistTools } from './setup/build-tools.mjs'
import { callerPath, projectCache, root } from './setup/paths.mjs'
import { runScript, say, step } from './setup/report.mjs'
import { setUp } from './setup/set-up.mjs'

/**
 * `npm run dist`: every installer that can be built on this system, in dist/, with SHA256SUMS. Stdout gets their paths, stderr what was made and what
 * could not be made and why.
 */
await runScript(async () => {
  const { electron } = await setUp({ headline: 'Building installers' })
  const { makePackage } = await import('./package/make-package.mjs')
  const executable = await makePackage(electron)
  const target = path.join(root, 'dist')
  fs.rmSync(target, { recursive: true, force: true })
  fs.mkdirSync(target)
  const identity = identityOf(electron.electronVersion, new Date())
  if (identity.isTest)
    say(`  test build: the runtime is Electron ${identity.electronVersion}, not the pinned one; never publish it`)
  const parts = { work: path.join(projectCache, 'dist'), target, identity }
  const files = process.platform === 'linux' ? await linux(executable, parts) : await others(electron, target)
  writeSums(target, files)
  say('')
  for (const file of files) {
    say(`  ${(fs.statSync(file).size / 1e6).toFixed(1).padStart(6)} MB  ${path.basename(file)}`)
    console.log(path.relative(callerPath('.'), file))
  }
  sayWhatIsElsewhere()
})

/**
 * @param {string} executable
 * @param {{ work: string, target: string, identity: import('./dist/app-identity.mjs').Identity }} parts
 */
async function linux(executable, parts) {
  const missing = await provideDistTools()
  const { layOut } = await import('./dist/linux-tree.mjs')
  const { makeArchive, makeDeb, makeRpm } = await import('./dist/linux-packages.mjs')
  const { checkDeb } = await import('./dist/check-deb.mjs')
  const { checkRpm } = await import('./dist/check-rpm.mjs')
  const { appImagePackages, checkAppImage, makeAppImage } = await import('./dist/appimage.mjs')
  const tree = path.join(parts.work, 'tree')
  await step('files', async () => {
    await layOut(tree, path.dirname(executable), parts.identity)
    return { did: 'laid out as they are installed', value: undefined }
  })
  const makers = /** @type {const} */ ([
    ['tar.gz', makeArchive, ['tar']],
    ['.deb', makeDeb, ['dpkg']],
    ['.rpm', makeRpm, ['rpm', 'binutils']],
    ['AppImage', makeAppImage, appImagePackages],
  ])
  const files = []
  for (const [name, make, needs] of makers) {
    const lacking = needs.filter((tool) => missing.includes(tool))
    if (lacking.length > 0) {
      say(`  ${name.padEnd(18)} not made: missing ${lacking.join(', ')}`)
      continue
    }
    files.push(
      await step(name, async () => {
        const file = await make({ ...parts, tree })
        return { did: path.basename(file), value: file }
      }),
    )
  }
  const deb = files.find((file) => file.endsWith('.deb'))
  if (deb !== undefined)
    await step('.deb read back', async () => ({ did: await checkDeb(deb, parts.work), value: undefined }))
  const rpm = files.find((file) => file.endsWith('.rpm'))
  if (rpm !== undefined)
    await step('.rpm read back', async () => ({ did: await checkRpm(rpm, tree, parts.work), value: undefined }))
  const image = files.find((file) => file.endsWith('.AppImage'))
  if (image !== undefined)
    await step('AppImage read back', async () => ({
      did: await checkAppImage(image, tree, parts.work),
      value: undefined,
    }))
  fs.rmSync(parts.work, { recursive: true, force: true })
  return files
}

/**
 * @param {import('./setup/electron-cache.mjs').ElectronRuntime} electron
 * @param {string} target
 */
async function others(electron, target) {
  const { makeByElectronBuilder } = await import('./dist/other-systems.mjs')
  return step('installers', async () => {
    const value = await makeByElectronBuilder(electron.electronVersion, target)
    return { did: `${value.length} by electron-builder`, value }
  })
}

/**
 * In the form that `sha256sum -c` reads.
 *
 * @param {string} target
 * @param {readonly string[]} files
 */
function writeSums(target, files) {
  const lines = files.map((file) => {
    const hash = createHash('sha256').update(fs.readFileSync(file)).digest('hex')
    return `${hash}  ${path.basename(file)}\n`
  })
  fs.writeFileSync(path.join(target, 'SHA256SUMS'), lines.join(''))
}

function sayWhatIsElsewhere() {
  const elsewhere = [
    ...(process.platform === 'win32' ? [] : ['Windows installer and zip: npm run dist on Windows']),
    ...(process.platform === 'darwin' ? [] : ['macOS dmg and zip: npm run dist on macOS']),
  ]
  for (const line of elsewhere) say(`  not made here      ${line}`)
}
