import fs from 'node:fs'
import path from 'node:path'

/**
 * The .NET version a command is made for, out of the `runtimeconfig.json` beside it; null when it cannot be told (a script, NativeAOT, a
 * single file, `dotnet run`). The one that will run can be newer, never older.
 */
export function programVersion(command: string, args: readonly string[], folder: string): string | null {
  const isHost = /^dotnet(\.exe)?$/i.test(path.basename(command))
  const program = isHost ? args.find((arg) => /\.dll$/i.test(arg)) : command
  if (program === undefined) return null
  const absolute = path.resolve(folder, program)
  try {
    const config = JSON.parse(
      fs.readFileSync(`${absolute.replace(/\.(dll|exe)$/i, '')}.runtimeconfig.json`, 'utf8'),
    ) as RuntimeConfig
    const { framework, frameworks, includedFrameworks } = config.runtimeOptions ?? {}
    const all = [...(framework ? [framework] : []), ...(frameworks ?? []), ...(includedFrameworks ?? [])]
    return all.find(({ name }) => name === 'Microsoft.NETCore.App')?.version ?? null
  } catch {
    // Not there, or not what it should be: nothing is known.
    return null
  }
}

interface RuntimeConfig {
  readonly runtimeOptions?: {
    readonly framework?: Framework
    readonly frameworks?: readonly Framework[]
    readonly includedFrameworks?: readonly Framework[]
  }
}

interface Framework {
  readonly name?: string
  readonly version?: string
}
