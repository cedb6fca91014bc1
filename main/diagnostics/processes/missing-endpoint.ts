import path from 'node:path'
import * as v from 'valibot'
import type { ProcessProblem } from '../../../shared/model/process.ts'
import { isForeignThere, readForeignJson } from '../../foreign/foreign-files.ts'
import { fileIdentityOf, mayCreateIn } from '../../os/folder-access.ts'
import type { OperatingSystem } from '../../os/operating-system.ts'
import { maxSocketPathBytes } from '../../transport/socket-path.ts'
import { programPath } from './naming.ts'

/** Length of `dotnet-diagnostic-<pid>-<key>-socket` with the longest pid and key in practice. */
const socketNameBytes = 46

/** Without TMPDIR. */
const defaultFolder = '/tmp'

/** Why a process with a .NET runtime has no endpoint that can be used: what it was told at its start, or what its folder is like. */
export async function whyNoEndpoint(os: OperatingSystem, pid: number): Promise<ProcessProblem> {
  if (os.details(pid).isAppContainer === true) return { kind: 'app-container' }
  const environment = os.environment(pid)
  if (environment === null) return { kind: 'unreadable-environment' }
  const variable = switchedOffBy(environment) ?? (await switchedOffInConfig(os, pid))
  if (variable !== null) return { kind: 'diagnostics-disabled', variable }
  const folder = environment.get('TMPDIR')
  if (folder) {
    const seen = path.join('/proc', `${pid}`, 'root', path.resolve('/', folder))
    if (!(await isForeignThere(folder)) && (await isForeignThere(seen)) !== true)
      return { kind: 'temp-folder-missing', path: folder }
    if (Buffer.byteLength(folder) + 1 + socketNameBytes > maxSocketPathBytes)
      return { kind: 'temp-path-too-long', path: folder }
  }
  const used = folder ? folder : defaultFolder
  if (await isClosedTo(pid, used)) return { kind: 'temp-folder-not-writable', path: used }
  return { kind: 'socket-lost' }
}

/** The runtime says nothing when it cannot make its socket. */
async function isClosedTo(pid: number, folder: string): Promise<boolean> {
  const identity = fileIdentityOf(pid)
  return identity !== null && (await mayCreateIn(folder, identity, path.join('/proc', `${pid}`, 'root'))) === false
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
async function switchedOffInConfig(os: OperatingSystem, pid: number): Promise<string | null> {
  const { properties } = (await readRuntimeConfig(os, pid)) ?? {}
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
export async function readRuntimeConfig(os: OperatingSystem, pid: number): Promise<RuntimeConfig | null> {
  const details = os.details(pid)
  const program = programPath({ ...details, entryAssembly: null, shortName: null })
  if (program === null) return null
  const absolute = path.isAbsolute(program) ? program : path.join(details.workingFolder ?? '/', program)
  const file = `${absolute.replace(/\.(dll|exe)$/i, '')}.runtimeconfig.json`
  for (const candidate of [path.join('/proc', `${pid}`, 'root', file), file]) {
    // oxlint-disable-next-line no-await-in-loop -- the second place only when the first has nothing
    const json = await readForeignJson(candidate, maxConfigBytes)
    const config = json.ok ? parseRuntimeConfig(json.value) : null
    // Not there, not readable, no such JSON: the next place, then nothing.
    if (config !== null) return config
  }
  return null
}

/** The largest ones have some dozens of settings. */
const maxConfigBytes = 1024 * 1024
const framework = v.object({ name: v.optional(v.string()), version: v.optional(v.string()) })
const configSchema = v.object({
  runtimeOptions: v.optional(
    v.object({
      configProperties: v.optional(v.record(v.string(), v.unknown())),
      includedFrameworks: v.optional(v.array(framework)),
    }),
  ),
})

function parseRuntimeConfig(json: unknown): RuntimeConfig | null {
  const parsed = v.safeParse(configSchema, json)
  if (!parsed.success) return null
  const { configProperties, includedFrameworks } = parsed.output.runtimeOptions ?? {}
  const included = includedFrameworks?.find(({ name }) => name === 'Microsoft.NETCore.App')
  return { properties: configProperties ?? {}, includedVersion: included?.version ?? null }
}
