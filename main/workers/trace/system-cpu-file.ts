import { parseSidecar } from '../../analysis/system-cpu/sidecar-lines.ts'
import { type SystemCpu, systemCpuOf } from '../../analysis/system-cpu/thread-cpu.ts'
import { answerQuestion } from '../../foreign/answer-question.ts'
import type { ForeignAnswer } from '../../foreign/foreign-question.ts'
import { maxSidecarBytes, sidecarPathOf } from '../recorder/sidecar-file.ts'

/** CPU time of threads from the file beside a recording; null where there is none. For threads that may wait for a disk. */
export function readSystemCpu(recordingPath: string): SystemCpu | null {
  const path = sidecarPathOf(recordingPath)
  const read = answerQuestion({ kind: 'read', path, maxBytes: maxSidecarBytes }) as ForeignAnswer<'read'>
  if (!read.ok) return null
  const text = Buffer.from(read.value.bytes.buffer).toString('utf8')
  return systemCpuOf(parseSidecar(text, 'cpu').cpu)
}
