import fs from 'node:fs'
import path from 'node:path'
import type { ProcessProblem } from '../../../shared/model/process.ts'
import { fileIdentityOf, mayCreateIn } from '../../os/folder-access.ts'
import type { OperatingSystem } from '../../os/operating-system.ts'
import { maxSocketPathBytes } from '../../transport/socket-path.ts'
import { programPath } from './naming.ts'

/** Length of `dotnet-diagnostic-<pid>-<key>-socket` with the longest pid and key in practice. */
const socketNameBytes = 46

/** Without TMPDIR. */
const defaultFolder = '/tmp'

/** Why a process with a .NET runtime has no endpoint that can be used: what it was told at its start, or what its folder is like. */
export function whyNoEndpoint(os: OperatingSystem, pid: number): ProcessProblem {
  const environment = os.environment(pid)
  if (environment === null) return { kind: 'unreadable-environment' }
  const variable = switchedOffBy(environment) ?? switchedOffInConfig(os, pid)
  if (variable !== null) return { kind: 'diagnostics-disabled', variable }
  const folder = environment.get('TMPDIR')
  if (folder) {
    const seen = path.join('/proc', `${pid}`, 'root', folder)
    if (!fs.existsSync(folder) && !fs.existsSync(seen)) return { kind: 'temp-folder-missing', path: folder }
    if (Buffer.byteLength(folder) + 1 + socketNameBytes > maxSocketPathBytes)
      return { kind: 'temp-path-too-long', path: folder }
  }
  const used = folder ? folder : defaultFolder
  if (isClosedTo(pid, used)) return { kind: 'temp-folder-not-writable', path: used }
  return { kind: 'socket-lost' }
}

/** The runtime says nothing when it cannot make its socket. */
function isClosedTo(pid: number, folder: string): boolean {
  const identity = fileIdentityOf(pid)
  return identity !== null && mayCreateIn(folder, identity, path.join('/proc', `${pid}`, 'root')) === false
}

/** Names that take the endpoint away when they are 0, as their values are read: hexadecimal numbers. */
const switches = [
  'DOTNET_EnableDiagnostics',
  'COMPlus_EnableDiagnostics',
  'DOTNET_EnableDiagnostics_IPC',
  'COMPlus_EnableDiagnostics_IPC',
]

export function switchedOffBy(environment: ReadonlyMap<string, string>): string | null {
  return switches.find((name) => /^(0x)?0+$/i.test(environment.get(name)?.trim() ?? '')) ?? null
}

/** The same switches as settings of the program, in the file beside it. */
function switchedOffInConfig(os: OperatingSystem, pid: number): string | null {
  const { properties } = readRuntimeConfig(os, pid) ?? {}
  for (const [name, value] of Object.entries(properties ?? {})) {
    const isOff = value === false || value === 0 || value === 'false' || value === '0'
    if (/EnableDiagnostics(_IPC|\.IPC)?$/i.test(name) && isOff) return `runtimeconfig.json: ${name}`
  }
  return null
}

export interface RuntimeConfig {
  readonly properties: Readonly<Record<string, unknown>>
  /** Exact for self-contained programs; for others the lowest version they accept, so not what runs. */
  readonly includedVersion: string | null
}

/** `<program>.runtimeconfig.json`, seen through the target's own root. */
export function readRuntimeConfig(os: OperatingSystem, pid: number): RuntimeConfig | null {
  const details = os.details(pid)
  const program = programPath({ ...details, entryAssembly: null, shortName: null })
  if (program === null) return null
  const absolute = path.isAbsolute(program) ? program : path.join(details.workingFolder ?? '/', program)
  const file = `${absolute.replace(/\.(dll|exe)$/i, '')}.runtimeconfig.json`
  for (const candidate of [path.join('/proc', `${pid}`, 'root', file), file]) {
    try {
      return parseRuntimeConfig(fs.readFileSync(candidate, 'utf8'))
    } catch {
      // Not there, not readable, no JSON: the next place, then nothing.
    }
  }
  return null
}

function parseRuntimeConfig(text: string): RuntimeConfig {
  const parsed = JSON.parse(text) as {
    runtimeOptions?: {
      configProperties?: Record<string, unknown>
      includedFrameworks?: readonly { name?: string; version?: string }[]
    }
  }
  const included = parsed.runtimeOptions?.includedFrameworks?.find(({ name }) => name === 'Microsoft.NETCore.App')
  return { properties: parsed.runtimeOptions?.configProperties ?? {}, includedVersion: included?.version ?? null }
}
