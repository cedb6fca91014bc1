import path from 'node:path'
import type { DumpFileFacts } from '../../../../shared/model/dump.ts'
import { readForeignJson } from '../../../foreign/foreign-files.ts'
import { pause } from '../../../os/pause.ts'
import { isSameProcessAlive } from '../../../os/process-alive.ts'
import { madeFileAt, restrictToOwner } from '../../dumps/made-file.ts'
import { readDumpFacts } from '../../dumps/verify-dump.ts'
import type { CaseFolder } from '../case-folder.ts'
import { isOfNoted, type NotedDump } from '../elsewhere.ts'
import type { FoundFile, OpenStep } from './recovered-files.ts'

const lookEveryMs = 1000
/** The process may not have begun to write. */
const appearsWithinMs = 5000
const timeoutMs = 60_000
const maxReportBytes = 32 * 1024 * 1024

type IsOurs = (file: string) => Promise<boolean>

interface FoundDump {
  /** As it was asked for. */
  readonly asked: string
  readonly path: string
  readonly facts: DumpFileFacts
}

/**
 * The dump that a killed run had asked for, with its crash report. The process may have written all of it, or goes on with it: it is looked
 * at until it is whole or grows no more. It lies in the folder of the case, or where the case noted it before.
 */
export async function recoverDump(folder: CaseFolder, { process, place }: OpenStep): Promise<readonly FoundFile[]> {
  const { dump: type, elsewhere, processes } = folder.collection
  if (type === null) return []
  const noted = elsewhere.find((one): one is NotedDump => one.step === 'dump' && one.process === process)
  const { key, pid } = processes[process]!
  const isRunning = (): boolean => isSameProcessAlive(pid, key.slice(key.indexOf(':') + 1))
  const work = path.join(folder.path, place)
  const isOurs: IsOurs = (file) => {
    if (noted === undefined) return Promise.resolve(madeFileAt(file) !== null)
    // Below the root of a process that has ended is that of another one.
    return file.startsWith('/proc/') && !isRunning() ? Promise.resolve(false) : isOfNoted(file, noted)
  }
  const asked =
    noted === undefined ? ['core', 'dmp'].map((end) => path.join(work, `dump_${type}.${end}`)) : [noted.path]
  const dump = await whenWritten(asked, isOurs, isRunning)
  const made = dump === null || dump.facts.format === 'unknown' ? null : dump
  const name = `dump_${type}${path.extname(made?.asked ?? '')}`
  const dumps =
    made === null
      ? []
      : [{ name, path: made.path, title: `Dump (${type})`, form: 'none' as const, isWhole: made.facts.isComplete }]
  const reports = asked.map((file) => `${file}.crashreport.json`)
  const areOurs = await Promise.all(reports.map(isOurs))
  if (noted !== undefined) for (const { path: file } of dumps) restrictToOwner(file, () => null)
  return [...dumps, ...(await Promise.all(reports.filter((_file, index) => areOurs[index]).map(reportOf)))]
}

async function reportOf(file: string): Promise<FoundFile> {
  restrictToOwner(file, () => null)
  const read = await readForeignJson(file, maxReportBytes)
  // One that was cut off is masked as what it is: lines.
  const form = read.ok ? 'json' : 'lines'
  return { name: 'crashreport.json', path: file, title: 'Crash report', form, isWhole: read.ok }
}

async function whenWritten(
  asked: readonly string[],
  isOurs: IsOurs,
  isRunning: () => boolean,
): Promise<FoundDump | null> {
  const startMs = performance.now()
  for (let beforeBytes = -1; ;) {
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    const found = await firstOf(asked, isOurs)
    const elapsedMs = performance.now() - startMs
    if (found?.facts.isComplete === true || !isRunning() || elapsedMs > timeoutMs) return found
    if (found === null ? elapsedMs > appearsWithinMs : found.facts.sizeBytes === beforeBytes) return found
    beforeBytes = found?.facts.sizeBytes ?? -1
    // oxlint-disable-next-line no-await-in-loop -- as above
    await pause(lookEveryMs)
  }
}

/** A run that is killed after its look has called half a dump so. */
const endings = ['', '.partial']

async function firstOf(asked: readonly string[], isOurs: IsOurs): Promise<FoundDump | null> {
  for (const one of asked)
    for (const ending of endings) {
      const file = `${one}${ending}`
      // oxlint-disable-next-line no-await-in-loop -- there is one of them at most
      const facts = (await isOurs(file)) ? await readDumpFacts(file) : null
      if (facts?.ok === true) return { asked: one, path: file, facts: facts.value }
    }
  return null
}
