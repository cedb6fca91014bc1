import path from 'node:path'

/** What a process is called, out of what is known. */
export interface NameSources {
  readonly entryAssembly: string | null
  readonly arguments: readonly string[] | null
  readonly executable: string | null
  readonly shortName: string | null
}

/** Path of the managed program: the .dll that a `dotnet` host runs, else the executable. Null when nothing is known. */
export function programPath({ arguments: args, executable }: NameSources): string | null {
  const host = executable === null ? (args?.[0] ?? null) : executable.replace(/ \(deleted\)$/, '')
  const isHost = host !== null && /^dotnet(\.exe)?$/i.test(baseName(host))
  if (!isHost) return host
  return args?.slice(1).find((argument) => /\.(dll|exe)$/i.test(argument)) ?? host
}

/** Entry assembly, else the program's file name without its extension, else what the operating system shows. */
export function processName(sources: NameSources): string {
  const { entryAssembly } = sources
  const program = programPath(sources)
  const file = program === null ? null : baseName(program).replace(/\.(dll|exe)$/i, '')
  // NativeAOT takes its file's name for it and cuts that at the last dot (measured on 8 and 9): `Orders.Api` calls itself `Orders`.
  const isCut = entryAssembly !== null && file?.startsWith(`${entryAssembly}.`) === true
  if (entryAssembly !== null && !isCut) return entryAssembly
  return file ?? sources.shortName ?? '?'
}

/**
 * A short second text: the project's folder for something started out of a build output, the assembly when another program hosts it.
 * Null when it would repeat the name.
 */
export function processDetail(sources: NameSources): string | null {
  const name = processName(sources)
  const program = programPath(sources)
  if (program === null) return null
  const file = baseName(program).replace(/\.(dll|exe)$/i, '')
  if (file.toLowerCase() !== name.toLowerCase()) return baseName(program)
  const parts = program.split(/[\\/]/)
  const bin = parts.lastIndexOf('bin')
  const folder = bin > 0 ? parts[bin - 1] : parts.at(-2)
  return folder && folder.toLowerCase() !== name.toLowerCase() ? folder : null
}

function baseName(file: string): string {
  return path.win32.basename(file)
}
