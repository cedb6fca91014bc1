/** Ours, or of what started us: not for others. Electron's and Chromium's switches change how other Electron programs start. */
const ownVariables = /^(ELECTRON_|CHROME_|NODE_|npm_|VITE_|VITEST|GOOGLE_API_|PIPESCOPE_|APPDIR$|APPIMAGE$|ARGV0$|OWD$)/
/** Would make the program suspend for somebody else, or turn off what it is launched for. */
const diagnosticVariables =
  /^(DOTNET|COMPlus)_(DiagnosticPorts|DefaultDiagnosticPortSuspend|EnableDiagnostics(_IPC|_Debugger|_Profiler)?)$/i

/**
 * The environment of a launched program: ours without what is ours, then what the person sets. Null removes a variable, also one of
 * the person's own shell.
 */
export function launchEnvironment(
  inherited: Readonly<Record<string, string | undefined>>,
  set: Readonly<Record<string, string | null>>,
): Record<string, string> {
  const environment: Record<string, string> = {}
  for (const [name, value] of Object.entries(inherited))
    if (value !== undefined && !ownVariables.test(name) && !diagnosticVariables.test(name)) environment[name] = value
  for (const [name, value] of Object.entries(set)) {
    if (value === null) delete environment[name]
    else environment[name] = value
  }
  return environment
}
