import fs from 'node:fs'
import path from 'node:path'
import { makeRoot } from './dist/clean-root/root-folder.mjs'
import { lifeOfAnRpm } from './dist/life-of-an-rpm.mjs'
import { windowsKeys } from './dist/windows-keys.mjs'
import { runInRoot } from './dist/clean-root/run-in-root.mjs'
import { provideProofTools } from './setup/build-tools.mjs'
import { callerPath, projectCache, root } from './setup/paths.mjs'
import { runScript, say, SetupError, step } from './setup/report.mjs'
import { mustRun } from './setup/run-command.mjs'

/**
 * `npm run dist:proof [-- DEB]`: what a person does with the `.deb` in dist/ or another one, in a Debian of its own: installed by apt, upgraded over an older one, started as
 * an ordinary user with the sandbox on, a file opened by association, removed; then the AppImage beside it, the `.rpm` by dnf in an empty root, and what
 * the Windows installer writes into the registry, under Wine. As root on Debian; elsewhere it says that it did not run.
 */
await runScript(async () => {
  say('Installing the package in a clean root')
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !fs.existsSync('/etc/debian_version')) {
    say('  not run: it needs Debian and root')
    return 0
  }
  const missing = await provideProofTools()
  if (missing.length > 0) throw new SetupError(`Missing: ${missing.join(' ')}`)
  const deb = process.argv[2] === undefined ? madeByDist() : callerPath(process.argv[2])
  const place = await makeRoot()
  try {
    const proof = path.join(place, 'proof')
    fs.mkdirSync(proof)
    await step('older package', () => layOutProof(deb, proof))
    const output = await step('life of a package', async () => ({
      did: 'installed, upgraded, used and removed',
      value: await run(place),
    }))
    for (const line of output.split('\n')) if (line.startsWith('PROOF ')) say(`    ${line.slice('PROOF '.length)}`)
    const rpm = beside(deb, '.rpm')
    if (rpm === null) say('  life of an .rpm    not run: there is none beside the .deb')
    else await step('life of an .rpm', () => inFolder('life-of-an-rpm', (work) => lifeOfAnRpm(rpm, work)))
    if (process.arch === 'x64') await step('keys of Windows', () => inFolder('windows-keys', windowsKeys))
    else say('  keys of Windows    not run: Wine is set up on x64 only')
    return 0
  } finally {
    fs.rmSync(place, { recursive: true, force: true })
  }
})

function madeByDist() {
  const dist = path.join(root, 'dist')
  const name = fs.existsSync(dist) ? fs.readdirSync(dist).find((file) => file.endsWith('.deb')) : undefined
  if (name === undefined) throw new SetupError('There is no .deb in dist/. Make one with: npm run dist')
  return path.join(dist, name)
}

/**
 * As `npm run dist` leaves them.
 *
 * @param {string} deb
 * @param {string} ending
 */
function beside(deb, ending) {
  const name = fs.readdirSync(path.dirname(deb)).find((file) => file.endsWith(ending))
  return name === undefined ? null : path.join(path.dirname(deb), name)
}

/**
 * @param {string} name
 * @param {(work: string) => Promise<string>} prove
 */
async function inFolder(name, prove) {
  const work = path.join(projectCache, name)
  fs.rmSync(work, { recursive: true, force: true })
  try {
    return { did: await prove(work), value: undefined }
  } finally {
    fs.rmSync(work, { recursive: true, force: true })
  }
}

/** @param {string} place */
async function run(place) {
  fs.copyFileSync(
    path.join(root, 'scripts/dist/clean-root/life-of-a-package.sh'),
    path.join(place, 'proof/life-of-a-package.sh'),
  )
  return runInRoot(place, '/proof/life-of-a-package.sh')
}

/**
 * The package, the same as an older version with a file that the newer one lacks, and recordings to open.
 *
 * @param {string} deb
 * @param {string} proof
 */
async function layOutProof(deb, proof) {
  fs.copyFileSync(deb, path.join(proof, 'newer.deb'))
  const image = beside(deb, '.AppImage')
  if (image !== null) fs.copyFileSync(image, path.join(proof, 'pipescope.AppImage'))
  const work = path.join(projectCache, 'dist-older')
  fs.rmSync(work, { recursive: true, force: true })
  await mustRun('dpkg-deb', 'dpkg-deb', ['-R', deb, work])
  const control = path.join(work, 'DEBIAN/control')
  const text = fs.readFileSync(control, 'utf8')
  const version = /^Version: (.+)$/m.exec(text)?.[1] ?? ''
  fs.writeFileSync(control, text.replace(/^Version: .+$/m, 'Version: 0.0.1'))
  fs.writeFileSync(path.join(work, 'usr/lib/pipescope/only-in-the-older'), '')
  await mustRun('dpkg-deb', 'dpkg-deb', [
    '--root-owner-group',
    '-Zgzip',
    '-z1',
    '--build',
    work,
    path.join(proof, 'older.deb'),
  ])
  fs.rmSync(work, { recursive: true })
  fs.writeFileSync(path.join(proof, 'version'), `${version}\n`)
  const fixtures = path.join(root, 'fixtures/nettrace')
  fs.copyFileSync(path.join(fixtures, 'net10-counters.nettrace'), path.join(proof, 'first.nettrace'))
  fs.copyFileSync(path.join(fixtures, 'net8-counters.nettrace'), path.join(proof, 'second.nettrace'))
  return { did: `0.0.1, to be upgraded to ${version}`, value: undefined }
}
