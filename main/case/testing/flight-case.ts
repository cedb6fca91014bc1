import path from 'node:path'
import { must } from '../../../shared/base/assert.ts'
import { plainCase } from '../../diagnostics/cases/testing/plain-case.ts'
import { presetById, specOfPreset } from '../../../shared/recording/presets.ts'
import { CaseCollector } from '../../diagnostics/cases/collect/case-collector.ts'
import { createCollection } from '../../diagnostics/cases/collect/create-collection.ts'
import { SavedFiles } from '../../diagnostics/files/saved-files.ts'
import { JobRegistry } from '../../diagnostics/jobs/job-registry.ts'
import { PresetStore } from '../../diagnostics/recordings/preset-store.ts'
import { RecordingService } from '../../diagnostics/recordings/recording-service.ts'
import { useForeignThread } from '../../foreign/foreign-files.ts'
import { pause } from '../../os/pause.ts'
import { openProgram } from '../case-program.ts'
import { findProcess } from '../find-process.ts'

/*
 * A case of a process that a flight recorder keeps, as the app takes it, but without the app: a process of its own that a test kills. Bundled
 * beside the threads that it needs; says `saving` on stderr when the case asks for what is held.
 */

export async function runFlightCase([pid = '', out = '']: readonly string[]): Promise<void> {
  const io = { stdout: () => undefined, stderr: (text: string) => void process.stderr.write(text) }
  useForeignThread({ workerPath: path.join(__dirname, 'foreign.cjs') })
  const program = openProgram(__dirname, '0.0.0', io)
  const { directory, registry, recorderPath, watchPath, now } = program
  const found = await findProcess(directory, Number(pid), new AbortController().signal)
  if (!found.ok) throw new Error(found.error)
  const row = found.value
  const jobs = new JobRegistry({ journal: null, now })
  const recordings = new RecordingService({
    directory,
    registry,
    jobs,
    savedFiles: new SavedFiles({ path: path.join(out, 'files.json'), now, trash: () => Promise.resolve() }),
    presets: new PresetStore(path.join(out, 'recordings.json'), now),
    recorderPath,
    watchPath,
    temporaryFolder: path.join(out, 'short'),
    homeFolder: path.join(out, 'recordings'),
  })
  const started = await recordings.start({
    processKey: row.key,
    spec: specOfPreset(must(presetById('time'), 'a preset')),
    stop: { afterMs: null, atBytes: null, onEvent: null, onCounter: null },
    keeping: { kind: 'ring', lastMs: 30_000, maxBytes: null },
    folder: null,
    nameTemplate: 'saved',
    presetId: 'time',
    resumes: false,
  })
  if (!started.ok) throw new Error(JSON.stringify(started.error))
  const { jobId } = started.value
  // oxlint-disable-next-line no-await-in-loop -- until it holds something
  while ((jobs.get(jobId)?.bytes ?? 0) === 0) await pause(100)
  const folder = await createCollection(path.join(out, 'case.zip'), {
    ...plainCase,
    checklist: { ...plainCase.checklist, steps: [] },
    rows: [row],
    words: program.words,
  })
  if (!folder.ok) throw new Error(JSON.stringify(folder.error))
  const flightOf = () => ({
    folders: recordings.flightFolders(jobId),
    save: () => {
      io.stderr('saving\n')
      return recordings.saveFlight(jobId)
    },
  })
  const watch = { signal: new AbortController().signal, onSteps: () => undefined }
  await new CaseCollector({ ...program, flightOf }, folder.value, watch).run()
}
