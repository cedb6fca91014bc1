import type { DumpFailure, DumpResult, DumpType, LeftDump } from '../../../../shared/model/dump.ts'
import { machineNameOfKey, pidOfKey } from '../../../../shared/model/machine.ts'
import type { FarFile } from '../../../machines/far-files.ts'
import type { JobTarget } from '../../../../shared/model/job.ts'
import type { ListedFarDump } from './far-dump-list.ts'
import { FetchState } from './far-fetches.ts'

export interface Made {
  readonly path: string
  /** Null: nobody has seen it, but it lies in a folder that was made for it. */
  readonly file: FarFile | null
}

export interface SeenFile extends Made {
  readonly file: FarFile
}

interface About {
  readonly jobTarget: JobTarget & { readonly processKey: string }
  readonly runtimeVersion: string | null
  readonly type: DumpType
  readonly startedMs: number
}

/** A dump on another machine, as long as Pipescope knows of it. */
export interface Kept extends About {
  readonly processKey: string
  readonly machine: string
  result: DumpResult | null
  failure: DumpFailure | null
  /** What the dump made there. */
  made: Made | null
  /** The link broke while it was being written: its size is not known until it is looked at again. */
  isUnseen: boolean
  /** All of it is there. */
  isWhole: boolean
  isRemoved: boolean
  readonly copy: FetchState
  /** By an earlier run. */
  readonly wasFetched: boolean
}

export function newKept(about: About): Kept {
  const { processKey } = about.jobTarget
  return {
    ...about,
    processKey,
    machine: machineNameOfKey(processKey) ?? '',
    result: null,
    failure: null,
    made: null,
    isUnseen: false,
    isWhole: false,
    isRemoved: false,
    copy: new FetchState(),
    wasFetched: false,
  }
}

/** Of an earlier run. */
export function keptOf(entry: ListedFarDump): Kept {
  const { processKey, processName, runtimeVersion, type, startedMs, path, file, isUnseen, isWhole, isFetched, part } =
    entry
  const jobTarget = { pid: pidOfKey(processKey), name: processName, processKey }
  const kept = newKept({ jobTarget, runtimeVersion, type, startedMs })
  // Without a file nobody has seen the end of it, whatever the list says.
  return {
    ...kept,
    made: { path, file },
    isUnseen: isUnseen || file === null,
    isWhole,
    copy: new FetchState(part),
    wasFetched: isFetched,
  }
}

/** For the next run. */
export function listed(id: string, kept: Omit<Kept, 'made'> & { readonly made: Made }): ListedFarDump {
  const { jobTarget, processKey, runtimeVersion, type, startedMs, made, isUnseen, isWhole, copy, wasFetched } = kept
  const isFetched = wasFetched || copy.done !== null
  const about = { id, processKey, processName: jobTarget.name, runtimeVersion, type, startedMs }
  return { ...about, ...made, isUnseen, isWhole, isFetched, part: copy.part }
}

/** As the page sees it; nothing where nothing is there. */
export function leftOf(jobId: string, kept: Kept): readonly LeftDump[] {
  const { made, isRemoved, isUnseen, jobTarget, type, startedMs, copy, wasFetched } = kept
  if (made === null || isRemoved) return []
  const left = {
    jobId,
    path: made.path,
    processName: jobTarget.name,
    pid: jobTarget.pid,
    type,
    startedMs,
    sizeBytes: isUnseen ? null : (made.file?.sizeBytes ?? null),
    isFetched: wasFetched || copy.done !== null,
    fetchJobId: copy.jobId,
    partBytes: copy.partBytes,
  }
  return [left]
}
