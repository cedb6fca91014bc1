/**
 * Builds the C# samples on demand into `.cache/samples/<name>-<hash>/`, keyed by their sources, build properties and the SDK, so
 * that a second call costs a few milliseconds; another clone takes them from the person's cache. Needs Node and a .NET SDK on PATH,
 * no npm packages.
 *
 *   node samples/build.mjs [name...]     prints where the programs are, one line each; everything else on stderr
 *   node samples/build.mjs --for-tests   what `npm test` asks for; what cannot be built is said, and those tests skip themselves
 *
 * A name is a variant of the targets, or a folder with a project: `service`, `trace-oracle`, `dump-reader`.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildsFolder, share, takeShared } from '../scripts/setup/kept-builds.mjs'
import { prebuilt } from './prebuilt.mjs'

const samplesFolder = path.dirname(fileURLToPath(import.meta.url))

/**
 * @typedef {'net10' | 'net10sc' | 'net9' | 'net8' | 'net31' | 'aot10' | 'aot9' | 'aot8' | 'win10' | 'win9' | 'win8'} SampleVariant
 * @typedef {{ framework: string, runtimeVersion: string | null, isAot: boolean, rid?: 'win-x64' }} VariantFacts
 */

/**
 * `net10` is framework-dependent on the SDK's own runtime; the others are self-contained, with the runtime packs NuGet
 * still has.  Those for Windows are published on any system; NativeAOT is not among them,
 * because its linker wants the libraries of the Windows SDK.
 * @type {Readonly<Record<SampleVariant, VariantFacts>>}
 */
export const variants = {
  net10: { framework: 'net10.0', runtimeVersion: null, isAot: false },
  net10sc: { framework: 'net10.0', runtimeVersion: '10.0.14', isAot: false },
  net9: { framework: 'net9.0', runtimeVersion: '9.0.22', isAot: false },
  net8: { framework: 'net8.0', runtimeVersion: '8.0.33', isAot: false },
  net31: { framework: 'netcoreapp3.1', runtimeVersion: '3.1.3', isAot: false },
  aot10: { framework: 'net10.0', runtimeVersion: '10.0.12', isAot: true },
  aot9: { framework: 'net9.0', runtimeVersion: '9.0.22', isAot: true },
  aot8: { framework: 'net8.0', runtimeVersion: '8.0.33', isAot: true },
  win10: { framework: 'net10.0', runtimeVersion: '10.0.14', isAot: false, rid: 'win-x64' },
  win9: { framework: 'net9.0', runtimeVersion: '9.0.22', isAot: false, rid: 'win-x64' },
  win8: { framework: 'net8.0', runtimeVersion: '8.0.33', isAot: false, rid: 'win-x64' },
}

/** Thrown when the build cannot be done here (no SDK, packs not reachable, no C compiler); carries dotnet's own words. */
export class SampleBuildError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message)
    this.name = 'SampleBuildError'
  }
}

/** @returns {boolean} whether a .NET 10 SDK (or newer) answers on PATH */
export function hasDotnetSdk() {
  const listed = spawnSync('dotnet', ['--list-sdks'], { encoding: 'utf8', env: dotnetEnvironment() })
  if (listed.status !== 0) return false
  return listed.stdout.split('\n').some((line) => Number.parseInt(line, 10) >= 10)
}

/**
 * Builds one variant of `samples/targets`.
 * @param {SampleVariant} variant
 * @returns {string} path of the program to start
 */
export function buildSample(variant) {
  const ready = prebuilt(variant)
  if (ready !== null) return ready
  const project = path.join(samplesFolder, 'targets')
  const folder = publish({ project, name: variant, properties: propertiesOf(variant) })
  return path.join(folder, programName('Pipescope.Sample', variant))
}

/**
 * Builds the program with asynchronous methods that await each other.
 * @param {SampleVariant} variant
 * @returns {string} path of the program to start
 */
export function buildAwaits(variant) {
  const project = path.join(samplesFolder, 'awaits')
  const folder = publish({ project, name: `awaits-${variant}`, properties: propertiesOf(variant) })
  return path.join(folder, programName('Pipescope.Awaits', variant))
}

/**
 * @param {SampleVariant} variant
 * @returns {Readonly<Record<string, string>>}
 */
function propertiesOf(variant) {
  const { framework, runtimeVersion, isAot, rid = runtimeIdentifier() } = variants[variant]
  const own = runtimeVersion === null ? {} : { SampleRuntimeVersion: runtimeVersion, SampleRid: rid }
  return { SampleFramework: framework, ...own, ...(isAot ? { SampleAot: 'true' } : {}) }
}

/**
 * @param {string} name
 * @param {SampleVariant} variant
 * @returns {string}
 */
function programName(name, variant) {
  return (variants[variant].rid ?? runtimeIdentifier()).startsWith('win-') ? `${name}.exe` : name
}

/**
 * Builds the assembly with a startup hook.
 * @returns {string} its path
 */
export function buildStartupHook() {
  const ready = prebuilt('startup-hook')
  if (ready !== null) return ready
  const folder = publish({ project: path.join(samplesFolder, 'startup-hook'), name: 'startup-hook' })
  return path.join(folder, 'Pipescope.StartupHook.dll')
}

/**
 * Builds the ASP.NET Core service with planted faults, for the runtime of the SDK.
 * @returns {string} path of the program to start
 */
export function buildService() {
  const folder = publish({ project: path.join(samplesFolder, 'service'), name: 'service' })
  return path.join(folder, process.platform === 'win32' ? 'Pipescope.Service.exe' : 'Pipescope.Service')
}

/**
 * `dotnet publish` into the cache, once per state of the sources.
 * @param {{ project: string, name: string, properties?: Readonly<Record<string, string>> }} options
 *   project: folder with one .csproj and its sources; name: readable part of the cache folder's name
 * @returns {string} folder of the published files
 */
export function publish({ project, name, properties = {} }) {
  const key = createHash('sha256')
  key.update(JSON.stringify([properties, process.platform, process.arch, sdkVersions()]))
  for (const file of sourcesOf(project)) key.update(path.relative(project, file)).update(readFileSync(file))
  const folderName = `${name}-${key.digest('hex').slice(0, 16)}`
  const folder = path.join(buildsFolder, folderName)
  if (existsSync(folder)) return folder

  mkdirSync(buildsFolder, { recursive: true })
  const release = takeLock(`${folder}.lock`)
  try {
    if (existsSync(folder) || takeShared(folderName)) return folder
    const work = `${folder}.${process.pid}.tmp`
    const output = path.join(work, 'out')
    const built = spawnSync(
      'dotnet',
      [
        'publish',
        project,
        '-c',
        'Release',
        '-o',
        output,
        '-v',
        'q',
        '-nologo',
        // No build servers: nothing of ours may stay behind.
        '-nodeReuse:false',
        '-p:UseSharedCompilation=false',
        `-p:BaseIntermediateOutputPath=${path.join(work, 'obj')}/`,
        ...Object.entries(properties).map(([property, value]) => `-p:${property}=${value}`),
      ],
      { encoding: 'utf8', env: dotnetEnvironment() },
    )
    if (built.status !== 0) {
      rmSync(work, { recursive: true, force: true })
      throw new SampleBuildError(`${name}: ${built.error?.message ?? (built.stdout + built.stderr).trim()}`)
    }
    // Renamed as the last step: a folder that exists is complete, also one that another process has built meanwhile.
    try {
      renameSync(output, folder)
    } catch (error) {
      if (!existsSync(folder)) throw error
    }
    rmSync(work, { recursive: true, force: true })
    share(folderName)
    return folder
  } finally {
    release()
  }
}

/**
 * What would build: the folders beside the `dotnet` on PATH, without starting it.
 *
 * @returns {readonly string[]}
 */
function sdkVersions() {
  const program = process.platform === 'win32' ? 'dotnet.exe' : 'dotnet'
  for (const folder of (process.env['PATH'] ?? '').split(path.delimiter)) {
    try {
      return readdirSync(path.join(path.dirname(realpathSync(path.join(folder, program))), 'sdk')).sort()
    } catch {
      // Not in this folder of PATH, or a starter of its own kind.
    }
  }
  return []
}

/** @returns {NodeJS.ProcessEnv} */
function dotnetEnvironment() {
  return { ...process.env, DOTNET_CLI_TELEMETRY_OPTOUT: '1', DOTNET_NOLOGO: '1', MSBUILDDISABLENODEREUSE: '1' }
}

/** @returns {string} */
function runtimeIdentifier() {
  const os = process.platform === 'win32' ? 'win' : process.platform === 'darwin' ? 'osx' : 'linux'
  return `${os}-${process.arch}`
}

/**
 * @param {string} project
 * @returns {string[]}
 */
function sourcesOf(project) {
  return readdirSync(project, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(cs|csproj|props|targets|json)$/.test(name) && !/(^|[\\/])(bin|obj)[\\/]/.test(name))
    .sort()
    .map((name) => path.join(project, name))
}

/**
 * One build per folder at a time, also between processes (test runners start several). A lock whose holder is gone is
 * taken over after five minutes, longer than any build here.
 * @param {string} file
 * @returns {() => void}
 */
function takeLock(file) {
  for (;;) {
    try {
      mkdirSync(file)
      return () => rmSync(file, { recursive: true, force: true })
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    }
    const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > 300_000) rmSync(file, { recursive: true, force: true })
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  }
}

/** @type {readonly string[]} */
const forTests = [
  'net10',
  'net31',
  'service',
  'trace-oracle',
  'gcdump-oracle',
  'dump-oracle',
  'official-client',
  'dump-reader',
  'startup-hook',
  'net9',
  'net8',
  'aot9',
]

/**
 * @param {string} name
 * @returns {string | null} null: there is no such program
 */
function buildNamed(name) {
  if (name in variants) return buildSample(/** @type {SampleVariant} */ (name))
  const folders = [path.join(samplesFolder, name), path.join(samplesFolder, '..', 'helpers', name)]
  const project = folders.find(
    (folder) => existsSync(folder) && readdirSync(folder).some((file) => file.endsWith('.csproj')),
  )
  return project === undefined ? null : publish({ project, name })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const isForTests = process.argv.includes('--for-tests')
  const asked = process.argv.slice(2).filter((word) => word !== '--for-tests')
  const names = isForTests ? (hasDotnetSdk() ? forTests : []) : asked.length > 0 ? asked : ['net10']
  for (const name of names) {
    const startedMs = Date.now()
    try {
      const built = buildNamed(name)
      if (built === null) {
        console.error(`unknown: ${name} (known: ${[...Object.keys(variants), ...forTests].join(', ')})`)
        process.exit(64)
      }
      console.log(built)
    } catch (error) {
      if (!(error instanceof SampleBuildError)) throw error
      console.error(error.message)
      if (!isForTests) process.exit(1)
    }
    console.error(`samples: ${name} in ${((Date.now() - startedMs) / 1000).toFixed(1)} s`)
  }
}
