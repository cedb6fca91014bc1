import type { AppError } from '../../../../shared/base/errors.ts'
import { ok, type Result } from '../../../../shared/base/result.ts'
import type { ProcessRow } from '../../../../shared/model/process.ts'
import { readProcText, shortLimitBytes } from '../../../os/linux/proc-files.ts'
import type { OsProcessDetails } from '../../../os/operating-system.ts'
import type { CaseDirectory } from '../case-target.ts'
import type { CasePrivacy } from '../../../workers/case/case-privacy.ts'

/**
 * `process.json`: what is known of the process without asking for anything that could disturb it. `details`: what this machine knows of it;
 * null for one on another machine, whose process ID means another process here.
 */
export function processFacts(row: ProcessRow, details: OsProcessDetails | null, privacy: CasePrivacy): unknown {
  return {
    name: row.name,
    pid: row.pid,
    state: row.state,
    startedAt: row.startTimeMs === null ? null : new Date(row.startTimeMs).toISOString(),
    commandLine: row.commandLine === null ? null : privacy.commandLine(row.commandLine),
    commandLineSource: row.commandLineSource,
    entryAssembly: row.entryAssembly,
    runtime: { flavour: row.runtimeFlavour, version: row.runtimeVersion, cookie: row.cookie },
    operatingSystem: row.operatingSystem,
    architecture: row.architecture,
    runtimeIdentifier: row.runtimeIdentifier,
    userName: details?.userName ?? row.userName,
    userId: details?.userId ?? row.userId,
    ...(details === null
      ? {}
      : { executable: privacy.value(details.executable), workingFolder: privacy.value(details.workingFolder) }),
    container: row.container,
    ...(details === null ? {} : procFacts(row.pid)),
  }
}

const wanted =
  /^(Threads|VmPeak|VmSize|VmHWM|VmRSS|RssAnon|RssFile|RssShmem|VmSwap|voluntary_ctxt_switches|nonvoluntary_ctxt_switches):\s+(\d+)/gm

/** Of Linux: memory in KiB, threads, limits. Empty elsewhere. */
function procFacts(pid: number): Record<string, unknown> {
  const status = readProcText(`/proc/${pid}/status`, shortLimitBytes)
  if (status === null) return {}
  const counts = Object.fromEntries([...status.matchAll(wanted)].map(([, name = '', value]) => [name, Number(value)]))
  const limits = readProcText(`/proc/${pid}/limits`, shortLimitBytes)
  const pressure = readProcText(`/proc/${pid}/oom_score`, 64)
  return {
    status: counts,
    limits: limits === null ? null : limitsOf(limits),
    oomScore: pressure === null ? null : Number(pressure.trim()),
  }
}

function limitsOf(text: string): Record<string, { soft: string; hard: string }> {
  const rows = text
    .split('\n')
    .slice(1)
    .map((line) => /^(\S.*?)\s{2,}(\S+)\s+(\S+)/.exec(line))
  return Object.fromEntries(
    rows.flatMap((row) => (row === null ? [] : [[row[1] ?? '', { soft: row[2] ?? '', hard: row[3] ?? '' }]])),
  )
}

/** `environment.json`: names, lengths and keyed hashes of values; the values of names that hold no secret by convention. */
export async function environmentFacts(
  directory: CaseDirectory,
  key: ProcessRow['key'],
  privacy: CasePrivacy,
): Promise<Result<{ readonly json: unknown; readonly maskedCount: number; readonly count: number }, AppError>> {
  const read = await directory.environment(key)
  if (!read.ok) return read
  const variables = read.value.map(({ name, valueLength, plainValue }) => {
    if (plainValue !== null) return { name, length: valueLength, value: privacy.text(plainValue) }
    const revealed = directory.reveal(key, name)
    return {
      name,
      length: valueLength,
      masked: revealed.ok ? privacy.mask('environment', revealed.value.value) : '‹environment›',
    }
  })
  const maskedCount = variables.filter((variable) => 'masked' in variable).length
  return ok({ json: { variables }, maskedCount, count: variables.length })
}
