import path from 'node:path'
import { isForeignThere } from '../../../foreign/foreign-files.ts'
import type { CaseHost } from '../../../workers/case/case-host.ts'
import { symbolsPathOf } from '../../../workers/recorder/symbols-file.ts'
import type { CaseFolder, CollectedFile } from '../case-folder.ts'
import { processFolder } from '../case-names.ts'
import { reasons } from '../case-words.ts'
import { countersFile } from './counters-step.ts'
import { metersFile } from './meters-beside.ts'

/** Steps that were running when Pipescope ended are over; what they had written by then becomes a part of the case. */
export async function recoverCollection(folder: CaseFolder, host: CaseHost): Promise<void> {
  const { processes, steps } = folder.collection
  for (const [process, { name, pid }] of processes.entries()) {
    const own = processFolder(processes, process)
    const place = own === '' ? '' : `${own}/`
    const isRunning = (kind: string): boolean =>
      steps.some((step) => step.kind === kind && step.process === process && step.state === 'running')
    const add = (
      step: 'counters' | 'trace' | 'heap-graph',
      file: string,
      form: CollectedFile['form'],
      title: string,
    ): void => {
      const redaction = form === 'none' ? ('without-values' as const) : ('masked' as const)
      const entry: CollectedFile = {
        name: `${place}${file}`,
        path: path.join(place, file),
        title,
        process,
        step,
        form,
        redaction,
        verdict: 'partial',
        reasons: [reasons.interrupted],
      }
      folder.change(({ files }) => ({ files: [...files.filter((known) => known.name !== entry.name), entry] }))
    }
    const inWork = (file: string): string => path.join(folder.path, place, file)
    if (isRunning('counters')) {
      // oxlint-disable-next-line no-await-in-loop -- one process after the other
      const found = await Promise.all([metersFile, countersFile].map((file) => isForeignThere(inWork(file))))
      // oxlint-disable-next-line no-await-in-loop -- as above
      const tables = await host.ask('counters', {
        paths: [metersFile, countersFile].filter((_file, index) => found[index] === true).map(inWork),
        folder: path.join(folder.path, place),
        targetName: name,
        pid,
      })
      if (tables.ok && tables.value.sampleCount > 0) {
        add('counters', 'counters.csv', 'lines', 'Counters and meters as a table')
        add('counters', 'counters.json', 'json', 'Counters and meters in the format of dotnet-counters')
      }
    }
    // oxlint-disable-next-line no-await-in-loop -- as above
    if (isRunning('trace') && (await isForeignThere(inWork('trace.nettrace'))) === true) {
      add('trace', 'trace.nettrace', 'trace', 'Recording')
      const symbols = symbolsPathOf('trace.nettrace')
      // oxlint-disable-next-line no-await-in-loop -- as above
      if ((await isForeignThere(inWork(symbols))) === true) add('trace', symbols, 'trace', 'Symbols of the recording')
    }
    if (isRunning('heap-graph')) {
      // oxlint-disable-next-line no-await-in-loop -- as above
      const written = await host.ask('gcdump', { from: inWork('heap.raw'), to: inWork('heap.gcdump') })
      if (written.ok) add('heap-graph', 'heap.gcdump', 'none', 'Heap graph: types and references')
    }
  }
  folder.change(({ steps: all }) => ({
    steps: all.map((step) =>
      step.state === 'running' || step.state === 'waiting'
        ? { ...step, state: 'interrupted', reason: reasons.interrupted }
        : step,
    ),
  }))
  await folder.settled()
}
