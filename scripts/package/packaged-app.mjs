import fs from 'node:fs'
import path from 'node:path'
import { dumpReaderFolder } from '../setup/dump-reader.mjs'
import { root } from '../setup/paths.mjs'
import { SetupError } from '../setup/report.mjs'

/** What electron-builder leaves for each system in release/. */
const places = /** @type {Record<string, readonly string[]>} */ ({
  linux: ['linux-unpacked/pipescope', 'linux-arm64-unpacked/pipescope'],
  darwin: ['mac/Pipescope.app/Contents/MacOS/Pipescope', 'mac-arm64/Pipescope.app/Contents/MacOS/Pipescope'],
  win32: ['win-unpacked/Pipescope.exe', 'win-arm64-unpacked/Pipescope.exe'],
})

const readerFile = 'pipescope-dump-reader.dll'

/** A fuse is one character in the executable. */
const fuseByte = { off: '0'.charCodeAt(0), on: '1'.charCodeAt(0) }

export function packagedExecutable() {
  const candidates = (places[process.platform] ?? []).map((place) => path.join(root, 'release', place))
  const found = candidates.find((candidate) => fs.existsSync(candidate))
  if (!found) throw new SetupError('There is no packaged app in release/. Make one with: npm run package')
  return found
}

/**
 * Reads the fuses back from the executable and looks into the package: a fuse that was not set, a source map or a second
 * copy of a bundled library would go unnoticed otherwise.
 *
 * @param {string} executable
 * @returns {Promise<string>} one line about it
 */
export async function verifyPackage(executable) {
  const { getCurrentFuseWire, FuseV1Options } = await import('@electron/fuses')
  const wire = await getCurrentFuseWire(executable)
  const expected = /** @type {const} */ ([
    [FuseV1Options.RunAsNode, false],
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable, false],
    [FuseV1Options.EnableNodeCliInspectArguments, false],
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation, true],
    [FuseV1Options.OnlyLoadAppFromAsar, true],
    [FuseV1Options.GrantFileProtocolExtraPrivileges, false],
  ])
  for (const [fuse, isOn] of expected) {
    if (Number(wire[fuse]) !== fuseByte[isOn ? 'on' : 'off'])
      throw new SetupError(`The fuse ${FuseV1Options[fuse]} is not ${isOn ? 'on' : 'off'}.`)
  }
  const archive = path.join(resourcesOf(executable), 'app.asar')
  const { extractFile, listPackage } = await import('@electron/asar')
  const files = listPackage(archive, { isPack: false })
  const unwanted = files.filter(
    (file) => file.endsWith('.map') || /node_modules.(react|vite|playwright)|musl/.test(file),
  )
  if (unwanted.length > 0)
    throw new SetupError(`The package holds what it must not: ${unwanted.slice(0, 5).join(', ')}`)
  const ofDevelopment = files.find(
    (file) => /renderer.*\.js$/.test(file) && extractFile(archive, file.replace(/^[\\/]/, '')).includes('.jsxDEV'),
  )
  if (ofDevelopment !== undefined) throw new SetupError(`The page is a development build: ${ofDevelopment}`)
  const hasReader = files.some((file) => file.endsWith(readerFile))
  if (hasReader !== fs.existsSync(path.join(dumpReaderFolder, readerFile)))
    throw new SetupError(`The package ${hasReader ? 'holds a' : 'lacks the'} program that opens dumps.`)
  // An installed .NET runs it, which cannot look into the archive.
  if (hasReader && !fs.existsSync(path.join(`${archive}.unpacked`, 'out/helpers/dump-reader', readerFile)))
    throw new SetupError('The program that opens dumps is inside the archive.')
  if (!fs.existsSync(path.join(resourcesOf(executable), '../THIRD-PARTY-NOTICES.txt')))
    throw new SetupError('The package lacks the licenses of what it is built with.')
  const sizeMb = fs.statSync(archive).size / 1e6
  return `${expected.length} fuses as wanted, app.asar ${sizeMb.toFixed(1)} MB in ${files.length} entries, ${hasReader ? 'with' : 'without'} the dump reader`
}

/** @param {string} executable */
function resourcesOf(executable) {
  return process.platform === 'darwin'
    ? path.join(path.dirname(executable), '../Resources')
    : path.join(path.dirname(executable), 'resources')
}
