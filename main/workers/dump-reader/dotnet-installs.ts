import { readdir, realpath, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { isTrustedFolder } from './trusted-folder.ts'

const firstSupportedMajor = 8
const host = process.platform === 'win32' ? 'dotnet.exe' : 'dotnet'

export interface DotnetInstalls {
  /** The program that runs .NET applications; null: there is no .NET 8 or newer. */
  readonly host: string | null
  /** Folders of runtimes whose debugging library may be loaded. */
  readonly runtimeFolders: readonly string[]
}

/** Where .NET is installed for everybody or for the person, and the runtimes that NuGet keeps for self-contained programs. */
export async function findDotnet(environment: Readonly<Record<string, string | undefined>>): Promise<DotnetInstalls> {
  const home = os.homedir()
  const roots = await trustedOnly(await installRoots(environment, home))
  let found: string | null = null
  const runtimes: string[] = []
  for (const root of roots) {
    const shared = path.join(root, 'shared', 'Microsoft.NETCore.App')
    const versions = await namesIn(shared)
    runtimes.push(...versions.map((version) => path.join(shared, version)))
    const isSupported = versions.some((version) => Number.parseInt(version, 10) >= firstSupportedMajor)
    if (found === null && isSupported && (await isFile(path.join(root, host)))) found = path.join(root, host)
  }
  const packs = await runtimePacks(environment['NUGET_PACKAGES'] ?? path.join(home, '.nuget', 'packages'))
  return { host: found, runtimeFolders: await trustedOnly([...runtimes, ...packs]) }
}

async function installRoots(
  environment: Readonly<Record<string, string | undefined>>,
  home: string,
): Promise<readonly string[]> {
  const onPath: string[] = []
  for (const folder of (environment['PATH'] ?? '').split(path.delimiter)) {
    // A relative entry would be whatever folder the app was started in.
    if (!path.isAbsolute(folder)) continue
    const program = await realpath(path.join(folder, host)).catch(() => null)
    if (program !== null) onPath.push(path.dirname(program))
  }
  const fixed =
    process.platform === 'win32'
      ? [path.join(environment['ProgramFiles'] ?? 'C:\\Program Files', 'dotnet')]
      : ['/usr/share/dotnet', '/usr/lib/dotnet', '/usr/lib64/dotnet', '/usr/local/share/dotnet']
  const named = environment['DOTNET_ROOT']
  return [
    ...(named !== undefined && path.isAbsolute(named) ? [named] : []),
    ...onPath,
    ...fixed,
    path.join(home, '.dotnet'),
  ]
}

async function runtimePacks(packages: string): Promise<readonly string[]> {
  const prefix = 'microsoft.netcore.app.runtime.'
  const found: string[] = []
  for (const pack of await namesIn(packages)) {
    if (!pack.startsWith(prefix)) continue
    const native = path.join('runtimes', pack.slice(prefix.length), 'native')
    for (const version of await namesIn(path.join(packages, pack)))
      found.push(path.join(packages, pack, version, native))
  }
  return found
}

async function trustedOnly(folders: readonly string[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const folder of new Set(folders)) if (await isTrustedFolder(folder)) found.push(folder)
  return found
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => [])
}

async function isFile(file: string): Promise<boolean> {
  return stat(file).then(
    (stats) => stats.isFile(),
    () => false,
  )
}
