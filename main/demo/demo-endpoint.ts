import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Where a .NET runtime in this process would listen: `<tmp>/dotnet-diagnostic-<pid>-<key>-socket`, key = start time in
 * clock ticks since boot (field 22 of /proc/self/stat), on macOS in seconds since 1970; on Windows a pipe without key.
 */
export function demoEndpointPath(folder?: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\dotnet-diagnostic-${process.pid}`
  const temporary = folder ?? (process.env['TMPDIR'] || '/tmp')
  return path.join(temporary, `dotnet-diagnostic-${process.pid}-${startKey()}-socket`)
}

function startKey(): string {
  if (process.platform !== 'linux') return String(Math.floor(Date.now() / 1000 - process.uptime()))
  const stat = readFileSync('/proc/self/stat', 'utf8')
  // The program's name may hold blanks and brackets: fields are counted after the last bracket (field 3 is index 0).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[19] ?? '0'
}
