import type { EnvironmentVariable } from '../../../shared/model/process.ts'
import type { EnvironmentEntry } from '../../protocol/decode.ts'

/** Names whose values hold no secret by convention and explain how a program runs. */
const plainNames = new Set(
  `ASPNETCORE_ENVIRONMENT ASPNETCORE_URLS ASPNETCORE_HTTP_PORTS ASPNETCORE_HTTPS_PORTS DOTNET_ENVIRONMENT
  DOTNET_RUNNING_IN_CONTAINER DOTNET_VERSION ASPNET_VERSION DOTNET_ROOT DOTNET_EnableDiagnostics
  DOTNET_EnableDiagnostics_IPC DOTNET_EnableDiagnostics_Debugger DOTNET_EnableDiagnostics_Profiler
  DOTNET_DefaultDiagnosticPortSuspend DOTNET_DiagnosticPorts DOTNET_TieredCompilation DOTNET_TieredPGO DOTNET_ReadyToRun
  DOTNET_TC_QuickJitForLoops DOTNET_SYSTEM_GLOBALIZATION_INVARIANT DOTNET_ProcessorCount DOTNET_CLI_TELEMETRY_OPTOUT
  CORECLR_ENABLE_PROFILING CORECLR_PROFILER LANG TZ TMPDIR PATH HOME PWD SHELL TERM`
    .toLowerCase()
    .split(/\s+/),
)
/** Garbage collector settings: numbers and switches. */
const plainPattern = /^(DOTNET|COMPlus)_gc\w+$/i

/** Names and lengths for the page; values stay here unless they are known to be harmless. Sorted by name. */
export function maskEnvironment(entries: readonly EnvironmentEntry[]): readonly EnvironmentVariable[] {
  return entries
    .map(({ name, value }): EnvironmentVariable => {
      const isPlain = plainNames.has(name.toLowerCase()) || plainPattern.test(name)
      return { name, valueLength: value?.length ?? 0, plainValue: isPlain ? (value ?? '') : null }
    })
    .sort((left, right) => (left.name < right.name ? -1 : left.name > right.name ? 1 : 0))
}
