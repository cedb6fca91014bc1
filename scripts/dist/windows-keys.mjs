import fs from 'node:fs'
import path from 'node:path'
import { root } from '../setup/paths.mjs'
import { SetupError } from '../setup/report.mjs'
import { mustRun, runCommand } from '../setup/run-command.mjs'
import { provideWine } from '../setup/wine.mjs'
import { fileTypes } from './file-types.mjs'

/** With a space, as most names of people have one. */
const programs = String.raw`C:\Users\First Last\Programs\pipescope`

/**
 * What the Windows installer writes into the registry and what its removal leaves there: the macros of electron-builder and of packaging/installer.nsh in an
 * installer of a few kilobytes, run by Wine. The installer itself needs plug-ins that electron-builder downloads.
 *
 * @param {string} work a folder of its own
 * @returns {Promise<string>} one line about it
 */
export async function windowsKeys(work) {
  const wine = await provideWine()
  fs.mkdirSync(work, { recursive: true })
  fs.writeFileSync(path.join(work, 'keys.nsi'), script(path.join(work, 'keys.exe')))
  await mustRun('makensis', 'makensis', ['-V2', '-WX', path.join(work, 'keys.nsi')])
  const prefix = { WINEPREFIX: path.join(work, 'prefix') }
  /** @param {string} program @param {readonly string[]} words */
  const run = (program, words) => {
    const { file, args, env } = wine.run(program, words, { env: prefix })
    return mustRun(path.basename(program), file, args, { env: { ...env } })
  }
  const keys = async () => {
    const text = await run('reg', ['query', String.raw`HKCU\Software\Classes`, '/s'])
    return text.split(/\r?\n/).map((line) => line.trim())
  }
  try {
    await run(path.join(work, 'keys.exe'), [])
    const installed = await keys()
    for (const { ending, name } of fileTypes) {
      const wanted = [`(Default)    REG_SZ    Pipescope.${ending}`, `(Default)    REG_SZ    ${name}`]
      const missing = wanted.filter((line) => !installed.includes(line))
      if (missing.length > 0) throw new SetupError(`The registry lacks: ${missing.join(', ')}`)
    }
    const commands = installed.filter((line) => line.endsWith(String.raw`"${programs}\Pipescope.exe" -- "%1"`))
    if (commands.length !== fileTypes.length) throw new SetupError('A file name is not behind -- in the registry.')
    // Another program has taken one of them since.
    await run('reg', ['add', String.raw`HKCU\Software\Classes\.gcdump`, '/ve', '/d', 'Other.gcdump', '/f'])
    await run(String.raw`${programs}\remove.exe`, ['/S', `_?=${programs}`])
    const removed = await keys()
    const left = removed.filter((line) => fileTypes.some(({ ending }) => line.includes(ending)))
    const isOthers = left.length === 2 && removed.includes('(Default)    REG_SZ    Other.gcdump')
    if (!isOthers) throw new SetupError(`The removal leaves in the registry, or takes away: ${left.join(', ')}`)
    return `${fileTypes.length} file types registered behind -- and in quotes, removed without residue, under Wine`
  } finally {
    await runCommand('wineserver', ['-k'], { env: { ...process.env, ...prefix } })
  }
}

/** @param {string} target */
function script(target) {
  const macros = path.join(root, 'node_modules/app-builder-lib/templates/nsis/include/FileAssociation.nsh')
  // As electron-builder writes them from electron-builder.yml, the lines of which a test compares.
  const register = fileTypes.map(
    ({ ending, name }) =>
      `!insertmacro APP_ASSOCIATE "${ending}" "Pipescope.${ending}" "${name}" "$appExe,0" "Open with Pipescope" "$appExe $\\"%1$\\""`,
  )
  const forget = fileTypes.map(({ ending }) => `!insertmacro APP_UNASSOCIATE "${ending}" "Pipescope.${ending}"`)
  return `Target amd64-unicode
Name keys
OutFile "${target}"
SilentInstall silent
SilentUnInstall silent
RequestExecutionLevel user
InstallDir "${programs}"
Var appExe
!include LogicLib.nsh
!include "${macros}"
!include "${path.join(root, 'packaging/installer.nsh')}"
Section
  StrCpy $appExe "$INSTDIR\\Pipescope.exe"
  SetOutPath $INSTDIR
  WriteUninstaller "$INSTDIR\\remove.exe"
  ${register.join('\n  ')}
  !insertmacro customInstall
SectionEnd
Section Uninstall
  !insertmacro customUnInstall
  ${forget.join('\n  ')}
SectionEnd
`
}
