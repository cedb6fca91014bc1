import type { AppError } from '../../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import { machineNameOfKey } from '../../../../shared/model/machine.ts'
import type { PerfMapFile } from '../../../../shared/model/target-action.ts'
import { FarFiles, type FarFile } from '../../../machines/far-files.ts'
import { textOf } from '../../../machines/far-replies.ts'
import type { SshLink } from '../../../machines/ssh-link.ts'
import { parseStatus } from '../../../os/linux/proc-parse.ts'
import { pause } from '../../../os/pause.ts'
import type { PerfMapType } from '../../../protocol/encode.ts'
import { enablePerfMap } from '../../client-actions.ts'
import { perfMapNames } from '../../environment/target-actions.ts'
import type { KnownTarget } from '../../known-target.ts'
import { FetchState, type FarFetches } from './far-fetches.ts'

export interface FarPerfMapsOptions {
  readonly linkOf: (processKey: string) => SshLink | null
  readonly folderOf: (processKey: string) => Result<string, AppError>
  readonly fetches: FarFetches
}

/** As long as a file of this machine is waited for. */
const fileWaitMs = 2000

/** Perf maps of processes on other machines: their runtime writes them there, and what they hold by then is fetched when asked. */
export class FarPerfMaps {
  readonly #options: FarPerfMapsOptions
  /** By process and path: a part that a broken link left is continued. */
  readonly #states = new Map<string, FetchState>()

  constructor(options: FarPerfMapsOptions) {
    this.#options = options
  }

  async start(target: KnownTarget, type: PerfMapType): Promise<Result<readonly PerfMapFile[], AppError>> {
    const enabled = await enablePerfMap(target, type)
    if (!enabled.ok) return enabled
    const endMs = performance.now() + fileWaitMs
    return this.#withFiles(target, async (files, machine) => {
      const paths = await pathsOf(files, target, type)
      if (!paths.ok) return paths
      for (;;) {
        const found: PerfMapFile[] = []
        for (const path of paths.value) {
          // oxlint-disable-next-line no-await-in-loop -- one answer after the other
          const looked = await files.look(target.endpoint.pid, path)
          if (!looked.ok) return looked
          const sizeBytes = looked.value === 'unreadable' ? null : (looked.value?.sizeBytes ?? 0)
          found.push({ path, visiblePath: null, sizeBytes, machine })
        }
        if (found.every(({ sizeBytes }) => sizeBytes !== 0) || performance.now() >= endMs) return ok(found)
        // oxlint-disable-next-line no-await-in-loop -- one look after the other
        await pause(200)
      }
    })
  }

  /** Only a file that the runtime of this process writes. */
  async fetch(target: KnownTarget, path: string): Promise<Result<{ readonly jobId: string }, AppError>> {
    const processKey = target.jobTarget.processKey ?? ''
    const folder = this.#options.folderOf(processKey)
    if (!folder.ok) return folder
    const found = await this.#withFiles(target, async (files, machine) => {
      const paths = await pathsOf(files, target, 'all')
      if (!paths.ok) return paths
      if (!paths.value.includes(path)) return err({ kind: 'not-found', what: 'perf map' })
      const looked = await files.look(target.endpoint.pid, path)
      if (!looked.ok) return looked
      if (looked.value === null || looked.value === 'unreadable') return err({ kind: 'not-found', what: 'perf map' })
      return ok<{ file: FarFile; machine: string }>({ file: looked.value, machine })
    })
    if (!found.ok) return found
    const { file, machine } = found.value
    const state = this.#states.get(`${processKey} ${path}`) ?? new FetchState()
    this.#states.set(`${processKey} ${path}`, state)
    return this.#options.fetches.start(
      {
        processKey,
        machine,
        pid: target.endpoint.pid,
        path,
        file,
        mayGrow: true,
        jobTarget: target.jobTarget,
        localFolder: folder.value,
        saved: (check) => ({
          kind: 'other',
          processName: target.name,
          pid: target.jobTarget.pid,
          runtimeVersion: target.facts.runtimeVersion,
          origin: null,
          verdict: check === 'size-only' ? 'unverified' : 'complete',
          reasons: check === 'size-only' ? ['compared-by-size'] : [],
          facts: { machine },
        }),
      },
      state,
    )
  }

  async #withFiles<Value>(
    target: KnownTarget,
    act: (files: FarFiles, machine: string) => Promise<Result<Value, AppError>>,
  ): Promise<Result<Value, AppError>> {
    const processKey = target.jobTarget.processKey ?? ''
    const machine = machineNameOfKey(processKey)
    if (machine === null) return err({ kind: 'not-found', what: 'machine' })
    return FarFiles.use(this.#options.linkOf(processKey), machine, (files) => act(files, machine))
  }
}

/** They carry the number that the process itself sees. */
async function pathsOf(
  files: FarFiles,
  { endpoint: { pid } }: KnownTarget,
  type: PerfMapType,
): Promise<Result<readonly string[], AppError>> {
  const asked = await files.place(pid, '/tmp', '.')
  if (!asked.ok) return asked
  const innerPid = parseStatus(textOf(asked.value, 'status')).namespacePids.at(-1) ?? pid
  return ok(perfMapNames(innerPid, type))
}
