import { asPid, asProcessKey } from '../../../../shared/model/ids.ts'
import type { ProcessRow } from '../../../../shared/model/process.ts'

/** A complete, ordinary row for tests; only what the test is about needs to be said. */
export function processRow(pid: number, changes: Partial<ProcessRow> = {}): ProcessRow {
  return {
    key: asProcessKey(`${pid}:1`),
    pid: asPid(pid),
    parentKey: null,
    name: `app-${pid}`,
    detail: null,
    state: 'ready',
    problem: null,
    isTool: false,
    isDemo: false,
    isPinned: false,
    runtimeFlavour: 'coreclr',
    runtimeVersion: '10.0.3',
    architecture: 'x64',
    operatingSystem: 'Linux',
    runtimeIdentifier: 'linux-x64',
    userName: 'mara',
    userId: 1000,
    isSameUser: true,
    commandLine: `dotnet app-${pid}.dll`,
    commandLineSource: 'runtime',
    entryAssembly: `App${pid}`,
    cookie: null,
    startTimeMs: 1_700_000_000_000,
    container: null,
    endpointPath: `/tmp/dotnet-diagnostic-${pid}-1-socket`,
    firstSeenMs: 1_700_000_000_000,
    exitedAtMs: null,
    ...changes,
  }
}

export function keyOf(pid: number): ProcessRow['key'] {
  return asProcessKey(`${pid}:1`)
}
