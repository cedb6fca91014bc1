import fs from 'node:fs'
import path from 'node:path'
import { startTarget, type SampleTarget } from '../../../../samples/start-target.ts'
import type { ProcessKey } from '../../../../shared/model/ids.ts'
import type { RecordingRequest } from '../../../../shared/model/recording.ts'
import type { TraceSummary } from '../../../../shared/model/trace/trace.ts'
import { presetById, specOfPreset } from '../../../../shared/recording/presets.ts'
import { TraceDocumentEngine } from '../../../workers/trace/trace-document-engine.ts'
import { recordingBench, type RecordingBench } from './recording-bench.ts'

/** A busy target of .NET 10, and everything it takes to record its stacks. */
export interface PlantedRecording {
  readonly bench: RecordingBench
  readonly target: SampleTarget
  readonly key: ProcessKey
  /** Where its recordings go. */
  readonly folder: string
  /** Starts one and gives the job. */
  readonly start: (parts?: Partial<RecordingRequest>) => Promise<string>
  /** The file of the only recording. */
  readonly file: () => string
  dispose(): Promise<void>
}

export async function plantedRecording(): Promise<PlantedRecording> {
  const bench = await recordingBench()
  const target = await startTarget({ args: ['planted'] })
  const key = bench.addTarget(target.pid, '10.0.0')
  const folder = path.join(bench.folder, 'recordings', 'Pipescope.Sample')
  return {
    bench,
    target,
    key,
    folder,
    start: (parts = {}) => bench.start(bench.request(key, specOfPreset(presetById('time')!), parts)),
    file: () => path.join(folder, fs.readdirSync(folder).find((name) => /\d\.nettrace$/.test(name)) ?? ''),
    async dispose() {
      await bench.dispose()
      await target.dispose()
    },
  }
}

/** What the product says about a trace file. */
export async function summaryOf(file: string): Promise<TraceSummary> {
  const engine = new TraceDocumentEngine({ path: file }, () => undefined)
  const answer = await engine.answer({ name: 'summary', request: { isWhole: false } })
  if (!answer.ok) throw new Error(JSON.stringify(answer.error))
  return answer.value as TraceSummary
}

export const resolvedShareOf = ({ names }: TraceSummary): number => names.namedFrameCount / names.frameCount
