import fs from 'node:fs'
import { step } from './report.mjs'
import { runCommand } from './run-command.mjs'

/**
 * What the native parts of the tests are built with: NativeAOT targets need clang and the headers of zlib, the test profiler
 * needs g++. Debian's names; elsewhere they are looked for and never installed.
 */
const tools = [
  { package: 'clang', isThere: () => answers('clang') },
  { package: 'zlib1g-dev', isThere: async () => fs.existsSync('/usr/include/zlib.h') },
  { package: 'g++', isThere: () => answers('g++') },
]

/** What `npm run dist` makes packages with. */
const distTools = [
  { package: 'dpkg', isThere: () => answers('dpkg-deb') },
  { package: 'rpm', isThere: () => answers('rpmbuild') },
  { package: 'librsvg2-bin', isThere: () => answers('rsvg-convert') },
  { package: 'cpio', isThere: () => answers('cpio') },
  { package: 'desktop-file-utils', isThere: () => exists('desktop-file-validate') },
  { package: 'lintian', isThere: () => answers('lintian') },
  { package: 'binutils', isThere: () => answers('readelf') },
  { package: 'gcc', isThere: () => answers('gcc') },
  { package: 'squashfs-tools', isThere: () => exists('mksquashfs') },
  ...['libsquashfuse-dev', 'libfuse3-dev', 'zlib1g-dev', 'liblzma-dev', 'libzstd-dev', 'liblz4-dev', 'liblzo2-dev'].map(
    (name) => ({ package: name, isThere: () => isInstalled(name) }),
  ),
]

/** What `npm run dist:proof` makes a clean root with, and what installs the `.rpm` and writes the keys of Windows. */
const proofTools = [
  { package: 'debootstrap', isThere: () => answers('debootstrap') },
  { package: 'dnf', isThere: () => answers('dnf') },
  { package: 'rpm', isThere: () => answers('rpmbuild') },
  { package: 'nsis', isThere: () => exists('makensis') },
]

/** @typedef {{ package: string, isThere: () => Promise<boolean> }} Tool */

/**
 * As root what is missing is installed. Otherwise nothing is changed, and what needs it is reported as not run.
 *
 * @param {{ isRoot?: boolean }} [options]
 * @returns {Promise<readonly string[]>} packages that are still missing
 */
export function provideBuildTools(options) {
  return provide('build tools', tools, options)
}

/** The same for the tools that make packages. */
export function provideDistTools() {
  return provide('package tools', distTools)
}

/** And for those that packages are installed with. */
export function provideProofTools() {
  return provide('proof tools', proofTools)
}

/**
 * @param {string} name
 * @param {readonly Tool[]} wanted
 * @param {{ isRoot?: boolean }} [options]
 */
function provide(name, wanted, { isRoot = process.getuid?.() === 0 } = {}) {
  return step(name, async () => {
    if (process.platform !== 'linux') return { did: 'not checked on this system', value: [] }
    const missing = await missingTools(wanted)
    if (missing.length === 0) return { did: 'all installed', value: [] }
    const canInstall = isRoot && (await answers('apt-get'))
    if (!canInstall) {
      const names = missing.join(' ')
      return { did: `missing: ${names} (sudo apt-get install -y --no-install-recommends ${names})`, value: missing }
    }
    const lock = ['-o', 'DPkg::Lock::Timeout=180']
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await runCommand('apt-get', [...lock, 'update'], { env })
    await runCommand('apt-get', [...lock, 'install', '-y', '--no-install-recommends', ...missing], { env })
    const still = await missingTools(wanted)
    const installed = missing.filter((name) => !still.includes(name))
    return {
      did: `installed ${installed.join(' ') || 'nothing'}, missing ${still.join(' ') || 'nothing'}`,
      value: still,
    }
  })
}

/** @param {readonly Tool[]} wanted */
async function missingTools(wanted) {
  const missing = []
  for (const tool of wanted) if (!(await tool.isThere())) missing.push(tool.package)
  return missing
}

/**
 * Of a program that does not know --version.
 *
 * @param {string} program
 */
async function exists(program) {
  return (await runCommand(program, ['--help'])).exitCode !== 127
}

/**
 * Of a library to link with: its place differs by architecture.
 *
 * @param {string} name of a Debian package
 */
async function isInstalled(name) {
  return (await runCommand('dpkg-query', ['-W', '-f', '${Status}', name])).stdout === 'install ok installed'
}

/** @param {string} program */
async function answers(program) {
  return (await runCommand(program, ['--version'])).exitCode === 0
}
