import path from 'node:path'
import * as v from 'valibot'
import { readForeignJson } from '../../foreign/foreign-files.ts'

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
  const isHost = /^dotnet(\.exe)?$/i.test(path.basename(command))
  const program = isHost ? args.find((arg) => /\.dll$/i.test(arg)) : command
  if (program === undefined) return null
  const absolute = path.resolve(folder, program)
  const json = await readForeignJson(`${absolute.replace(/\.(dll|exe)$/i, '')}.runtimeconfig.json`, maxConfigBytes)
  const parsed = json.ok ? v.safeParse(configSchema, json.value) : null
  // Not there, or not what it should be: nothing is known.
  if (parsed?.success !== true) return null
  const { framework: single, frameworks, includedFrameworks } = parsed.output.runtimeOptions ?? {}
  const all = [...(single ? [single] : []), ...(frameworks ?? []), ...(includedFrameworks ?? [])]
  return all.find(({ name }) => name === 'Microsoft.NETCore.App')?.version ?? null
}
