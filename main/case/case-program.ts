import { hostname, homedir, userInfo } from 'node:os'
import path from 'node:path'
import { ProcessDirectory } from '../diagnostics/processes/directory/directory.ts'
import { knownProcess } from '../diagnostics/known-target.ts'
import { SessionRegistry } from '../diagnostics/session-registry.ts'
import type { ToolFacts } from '../diagnostics/cases/case-document-of.ts'
import type { CollectorParts } from '../diagnostics/cases/collect/step-context.ts'
import type { ExportParts } from '../diagnostics/cases/export-case.ts'
import type { InspectOutput } from '../inspect/print.ts'
import { AppLog } from '../logging/log.ts'
import { UserTable } from '../os/user-table.ts'
import { CaseHost } from '../workers/case/case-host.ts'

export interface CaseProgram extends CollectorParts, ExportParts {
  readonly directory: ProcessDirectory
  readonly log: AppLog
  readonly io: InspectOutput
  readonly folder: string
  readonly words: { readonly homeFolder: string; readonly userName: string; readonly hostName: string }
  close(): Promise<void>
}

const stopSessionsMs = 10_000

/** The services of the app that a case needs, without the app. `folder`: of the bundled threads. */
export function openProgram(folder: string, version: string, io: InspectOutput): CaseProgram {
  const words = { homeFolder: homedir(), userName: ownUserName(), hostName: hostname() }
  const log = new AppLog({ file: null, minimumLevel: 'debug', privateWords: words, ringSize: 2000, now: Date.now })
  const directory = new ProcessDirectory({ storageFolder: null })
  directory.start()
  const registry = new SessionRegistry({ journalPath: null })
  const host = new CaseHost(path.join(folder, 'case-files.cjs'))
  const users = new UserTable('/etc/passwd')
  const tool: ToolFacts = {
    name: 'Pipescope',
    version,
    node: process.versions.node,
    platform: `${process.platform}-${process.arch}`,
  }
  return {
    directory,
    registry,
    host,
    log,
    io,
    folder,
    words,
    tool,
    now: Date.now,
    targetOf: (key) => knownProcess(key, directory),
    userName: (id) => users.nameOf(id),
    recorderPath: path.join(folder, 'recorder.cjs'),
    watchPath: path.join(folder, 'recording-watch.cjs'),
    reportBug: (where, cause) => log.reportBug(where, cause),
    ownLog: () =>
      log
        .recent(2000)
        .map(
          ({ timeMs, level, event, fields }) =>
            `${JSON.stringify({ time: new Date(timeMs).toISOString(), level, event, ...fields })}\n`,
        )
        .join(''),
    async close() {
      await registry.stopAll(stopSessionsMs)
      directory.dispose()
      await host.close()
    },
  }
}

function ownUserName(): string {
  try {
    return userInfo().username
  } catch {
    // A user id without an entry in the user table (containers).
    return process.env['USER'] ?? ''
  }
}
