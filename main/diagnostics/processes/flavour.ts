import path from 'node:path'
import type { RuntimeFlavour } from '../../../shared/model/process.ts'
import { isForeignThere } from '../../foreign/foreign-files.ts'
import type { LoadedRuntime, OperatingSystem } from '../../os/operating-system.ts'
import { isElsewhere, type Endpoint } from '../../transport/endpoint.ts'
import { readRuntimeConfig } from './missing-endpoint.ts'

export interface FlavourFacts {
  readonly flavour: RuntimeFlavour
  /** Version that the operating system shows: the runtime's folder, or the file beside a self-contained program. */
  readonly version: string | null
}

/**
 * No command tells NativeAOT from CoreCLR. A mapped libcoreclr does; where there is none it is NativeAOT, or a single-file program with
 * the runtime inside. The latter has debugger pipes beside its socket, which NativeAOT never makes.
 */
export async function recogniseFlavour(os: OperatingSystem, endpoint: Endpoint): Promise<FlavourFacts> {
  const loaded = os.loadedRuntime(endpoint.pid)
  const flavour = await flavourOf(loaded, endpoint, os)
  const version = typeof loaded === 'object' ? loaded.version : null
  // The paths of another machine mean nothing here.
  if (isElsewhere(endpoint)) return { flavour, version }
  return { flavour, version: version ?? (await readRuntimeConfig(os, endpoint.pid))?.includedVersion ?? null }
}

async function flavourOf(
  loaded: LoadedRuntime | 'none' | 'unreadable',
  endpoint: Endpoint,
  os: OperatingSystem,
): Promise<RuntimeFlavour> {
  if (typeof loaded === 'object') return loaded.flavour
  if (endpoint.transport !== 'unix') return 'unknown'
  if (await hasDebuggerPipe(endpoint.path)) return 'coreclr'
  if (loaded === 'unreadable') return 'unknown'
  // Without the pipes a single-file program looks the same; only a switch takes them away.
  const environment = os.environment(endpoint.pid)
  const isDebuggerOff = /^0+$/.test(environment?.get('DOTNET_EnableDiagnostics_Debugger') ?? '')
  return environment === null || isDebuggerOff ? 'unknown' : 'nativeaot'
}

async function hasDebuggerPipe(socketPath: string): Promise<boolean> {
  const pipe = path.basename(socketPath).replace(/^dotnet-diagnostic-(\d+-\d+)-socket$/, 'clr-debug-pipe-$1-in')
  return (await isForeignThere(path.join(path.dirname(socketPath), pipe))) === true
}
