import { setImmediate as nextTurn } from 'node:timers/promises'
import { asPid } from '../../../shared/model/ids.ts'
import type { UnlistedProcess, UnlistedReport } from '../../../shared/model/process.ts'
import type { OperatingSystem } from '../../os/operating-system.ts'
import type { Discovery } from '../../transport/discovery.ts'
import { whyNoEndpoint } from './missing-endpoint.ts'
import { processName } from './naming.ts'

/** Processes between two pauses of the scan. */
const batchSize = 20

/** Answers *why is my process not listed?* with a full look at every process. Takes some 100 ms with 300 of them, in slices. */
export async function explainUnlisted(
  os: OperatingSystem,
  discovery: Discovery,
  listedPids: ReadonlySet<number>,
): Promise<UnlistedReport> {
  const unlisted: UnlistedProcess[] = []
  let unreadableProcessCount = 0
  let readableProcessCount = 0
  const pids = await os.listPids()
  for (const [index, pid] of pids.entries()) {
    if (index % batchSize === batchSize - 1) await nextTurn()
    if (listedPids.has(pid)) continue
    const running = os.process(pid)
    if (running === null || running.isKernelThread) continue
    const loaded = os.loadedRuntime(pid)
    if (loaded === 'unreadable') unreadableProcessCount++
    else readableProcessCount++
    if (typeof loaded !== 'object' || loaded.flavour !== 'coreclr') continue
    const details = os.details(pid)
    unlisted.push({
      pid: asPid(pid),
      name: processName({ ...details, entryAssembly: null, shortName: running.shortName }),
      userName: details.userName,
      problem: await whyNoEndpoint(os, pid),
    })
  }
  return {
    unlisted,
    searchedFolders: discovery.searchedFolders,
    unwatchedFolderCount: discovery.unwatchedFolderCount,
    unreadableProcessCount,
    isNamespaceScanPossible: process.platform === 'linux' && readableProcessCount > 0,
  }
}
