import { asPid, asProcessKey } from '../../shared/model/ids.ts'
import type { ProcessRow } from '../../shared/model/process.ts'

/** A ready process of this user; a test names only what it is about. */
export function testRow(pid: number, change: Partial<ProcessRow> = {}): ProcessRow {
  return {
    key: asProcessKey(`${String(pid)}:1`),
    pid: asPid(pid),
    parentKey: null,
    name: `app-${String(pid)}`,
    detail: null,
    state: 'ready',
    problem: null,
    isTool: false,
    isDemo: false,
    isPinned: false,
    runtimeFlavour: 'coreclr',
    runtimeVersion: '10.0.3',
    architecture: 'x64',
    operatingSystem: 'linux',
    runtimeIdentifier: 'linux-x64',
    userName: 'test',
    userId: 1000,
    isSameUser: true,
    commandLine: `dotnet app-${String(pid)}.dll`,
    commandLineSource: 'runtime',
    entryAssembly: `app-${String(pid)}`,
    cookie: null,
    startTimeMs: 1_700_000_000_000,
    container: null,
    endpointPath: `/tmp/dotnet-diagnostic-${String(pid)}-1-socket`,
    identity: 'verified',
    firstSeenMs: 1_700_000_000_000,
    exitedAtMs: null,
    ...change,
  }
}
