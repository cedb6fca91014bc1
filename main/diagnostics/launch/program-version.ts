import path from 'node:path'
import * as v from 'valibot'
import type { AppError } from '../../../shared/base/errors.ts'
import { readForeignJson } from '../../foreign/foreign-files.ts'
import { compareVersions } from '../../protocol/runtime-version.ts'

/** .NET Core 3.1 ignores the variable; it has no diagnostic ports. */
const firstVersionWithPorts = '5.0'
const maxConfigBytes = 1024 * 1024
const framework = v.object({ name: v.optional(v.string()), version: v.optional(v.string()) })
const configSchema = v.object({
  runtimeOptions: v.optional(
    v.object({
      framework: v.optional(framework),
      frameworks: v.optional(v.array(framework)),
      includedFrameworks: v.optional(v.array(framework)),
    }),
  ),
})

/**
 * The .NET version a command is made for, out of the `runtimeconfig.json` beside it; null when it cannot be told (a script, NativeAOT, a
 * single file, `dotnet run`). The one that will run can be newer, never older.
 */
export async function programVersion(command: string, args: readonly string[], folder: string): Promise<string | null> {
  const file = configPathOf(command, args, folder)
  const json = file === null ? null : await readForeignJson(file, maxConfigBytes)
  // Not there, or not what it should be: nothing is known.
  return json?.ok === true ? versionIn(json.value) : null
}

/** Of what a command runs; null for a command that names no program of .NET. `paths`: of the machine it runs on. */
export function configPathOf(
  command: string,
  args: readonly string[],
  folder: string,
  paths: Pick<typeof path, 'basename' | 'resolve'> = path,
): string | null {
  const isHost = /^dotnet(\.exe)?$/i.test(paths.basename(command))
  const program = isHost ? args.find((arg) => /\.dll$/i.test(arg)) : command
  if (program === undefined) return null
  return `${paths.resolve(folder, program).replace(/\.(dll|exe)$/i, '')}.runtimeconfig.json`
}

/** In what such a file holds. */
export function versionIn(config: unknown): string | null {
  const parsed = v.safeParse(configSchema, config)
  if (!parsed.success) return null
  const { framework: single, frameworks, includedFrameworks } = parsed.output.runtimeOptions ?? {}
  const all = [...(single ? [single] : []), ...(frameworks ?? []), ...(includedFrameworks ?? [])]
  return all.find(({ name }) => name === 'Microsoft.NETCore.App')?.version ?? null
}

/** Why a program made for that version cannot be made to wait; null when it can, or nothing is known. */
export function whyNotSuspended(version: string | null): AppError | null {
  if (version === null || compareVersions(version, firstVersionWithPorts) >= 0) return null
  return {
    kind: 'unsupported',
    feature: 'launch-suspended',
    neededVersion: firstVersionWithPorts,
    actualVersion: version,
  }
}
