import path from 'node:path'
import type { StepKind } from '../../../../shared/case/case-document.ts'
import { isForeignThere } from '../../../foreign/foreign-files.ts'
import type { CaseHost } from '../../../workers/case/case-host.ts'
import { symbolsPathOf } from '../../../workers/recorder/symbols-file.ts'
import type { CaseFolder, CollectedFile } from '../case-folder.ts'
import { processFolder } from '../case-names.ts'
import { reasons, stepTitles } from '../case-words.ts'
import { countersFile } from './counters-step.ts'
import { metersFile } from './meters-beside.ts'
import { recoverEarlier } from './earlier-files.ts'
import { recoverDump } from './recover-dump.ts'
import { recoverFlight } from './recover-flight.ts'
import type { FoundFile, OpenStep } from './recovered-files.ts'
import { stackFiles } from './stack-files.ts'

/** What a step writes, by the names that it writes under. A kind that is not here writes elsewhere, or nothing. */
const written: Readonly<Partial<Record<StepKind, readonly FoundFile[]>>> = {
  process: [{ name: 'process.json', title: stepTitles.process, form: 'json' }],
  environment: [{ name: 'environment.json', title: 'Environment variables', form: 'json' }],
  machine: [{ name: 'machine.json', title: stepTitles.machine, form: 'json' }],
  modules: [{ name: 'modules.json', title: stepTitles.modules, form: 'json' }],
  counters: [
    { name: 'counters.csv', title: 'Counters and meters as a table', form: 'lines' },
    { name: 'counters.json', title: 'Counters and meters in the format of dotnet-counters', form: 'json' },
  ],
  stacks: stackFiles,
  trace: [
    { name: 'trace.nettrace', title: stepTitles.trace, form: 'trace' },
    { name: symbolsPathOf('trace.nettrace'), title: 'Symbols of the recording', form: 'trace' },
  ],
  'heap-graph': [{ name: 'heap.gcdump', title: 'Heap graph: types and references', form: 'none' }],
}

/**
 * Steps that were running when Pipescope ended are over; what they had written by then becomes a part of the case, and so does what a step
 * wrote that failed after it, for want of room for a table of it, for example.
 */
export async function recoverCollection(folder: CaseFolder, parts: RecoveryParts): Promise<void> {
  for (const step of folder.collection.steps) {
    const { kind, process, state } = step
    const isKnown = folder.collection.files.some((file) => file.step === kind && file.process === process)
    // A dump that failed has been looked at.
    if (state !== 'running' && (state !== 'failed' || isKnown || kind === 'dump')) continue
    const own = processFolder(folder.collection.processes, process)
    const place = own === '' ? '' : `${own}/`
    const because = state === 'failed' && step.reason !== null ? step.reason : reasons.interrupted
    // oxlint-disable-next-line no-await-in-loop -- one step after the other
    const found = await filesOf(folder, parts, { kind, process, place })
    const files = found.map(({ name, path: onDisk = name, title, form, isWhole = false }): CollectedFile => ({
      name: `${place}${name}`,
      path: path.isAbsolute(onDisk) ? onDisk : path.join(place, onDisk),
      title,
      form,
      process,
      step: kind,
      redaction: redactionOf(kind, form),
      verdict: isWhole ? 'complete' : 'partial',
      reasons: [because],
    }))
    folder.change((collection) => ({
      files: [...collection.files.filter(({ name }) => !files.some((file) => file.name === name)), ...files],
    }))
  }
  await recoverEarlier(folder)
  folder.change(({ steps: all }) => ({
    elsewhere: [],
    steps: all.map((step) =>
      step.state === 'running' || step.state === 'waiting'
        ? { ...step, state: 'interrupted', reason: reasons.interrupted }
        : step,
    ),
  }))
  await folder.settled()
}

export interface RecoveryParts {
  readonly host: CaseHost
  /** The bundled thread, `out/main/recording-watch.cjs`. */
  readonly watchPath: string
}

async function filesOf(
  folder: CaseFolder,
  { host, watchPath }: RecoveryParts,
  step: OpenStep,
): Promise<readonly FoundFile[]> {
  const inWork = (name: string): string => path.join(folder.path, step.place, name)
  const areThere = async (names: readonly string[]): Promise<readonly boolean[]> =>
    (await Promise.all(names.map((name) => isForeignThere(inWork(name))))).map((isThere) => isThere === true)
  if (step.kind === 'counters') {
    const raw = [metersFile, countersFile]
    const found = await areThere(raw)
    const paths = raw.filter((_name, index) => found[index]).map(inWork)
    const { name: targetName, pid } = folder.collection.processes[step.process]!
    const tables = await host.ask('counters', { paths, folder: inWork(''), targetName, pid })
    if (!tables.ok || tables.value.sampleCount === 0) return []
  }
  if (step.kind === 'heap-graph') {
    const made = await host.ask('gcdump', { from: inWork('heap.raw'), to: inWork('heap.gcdump') })
    if (!made.ok) return []
  }
  if (step.kind === 'dump') return recoverDump(folder, step)
  if (step.kind === 'flight') return recoverFlight(watchPath, folder, step)
  const possible = written[step.kind] ?? []
  const found = await areThere(possible.map(({ name }) => name))
  return possible.filter((_file, index) => found[index])
}

function redactionOf(kind: StepKind, form: CollectedFile['form']): CollectedFile['redaction'] {
  if (form !== 'none') return 'masked'
  return kind === 'dump' ? 'not-possible' : 'without-values'
}
