import { programPath, type NameSources } from './naming.ts'

/** Parts of the .NET SDK that run beside a person's own programs. Test hosts are not in it: they run the person's code. */
const sdkAssemblies = new Set(
  `dotnet MSBuild MSBuildTaskHost VBCSCompiler csc vbc fsc rzc vstest.console datacollector apphost ilc crossgen2
  NuGet NuGet.CommandLine.XPlat NuGet.Build.Tasks.Console OmniSharp razor-lsp rzls fsautocomplete
  Microsoft.CodeAnalysis.LanguageServer Microsoft.CodeAnalysis.Workspaces.MSBuild.BuildHost FSharp.Compiler.LanguageServer
  Microsoft.VisualStudio.Code.ServiceHost Microsoft.VisualStudio.Code.ServiceController Microsoft.VisualStudio.Code.Server`
    .toLowerCase()
    .split(/\s+/),
)
const toolPatterns: readonly RegExp[] = [
  // Global and local .NET tools, also those of the diagnostics family.
  /^dotnet-/i,
  /^ServiceHub\./i,
]
const toolFolders = /[\\/](?:\.dotnet[\\/]tools|\.store|sdk[\\/]\d+\.\d+\.\d+[^\\/]*)[\\/]/i

/** True for helpers of the SDK and editors that the list hides by default. */
export function isToolProcess(sources: NameSources): boolean {
  const program = programPath(sources)
  const names = [
    sources.entryAssembly,
    program
      ?.split(/[\\/]/)
      .at(-1)
      ?.replace(/\.(dll|exe)$/i, '') ?? null,
  ]
  if (names.some((name) => name !== null && (sdkAssemblies.has(name.toLowerCase()) || matchesTool(name)))) return true
  return program !== null && toolFolders.test(program)
}

function matchesTool(name: string): boolean {
  return toolPatterns.some((pattern) => pattern.test(name))
}
