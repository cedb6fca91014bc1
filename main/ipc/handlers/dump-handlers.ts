import type { TargetRef } from '../../../shared/contract/target-ref.ts'
import { machineNameOfKey } from '../../../shared/model/machine.ts'
import type { FarDumpService } from '../../diagnostics/dumps/far/far-dump-service.ts'
import type { DumpService } from '../../diagnostics/dumps/dump-service.ts'
import { compressionFormats, type DumpCompressor } from '../../diagnostics/dumps/compress-dump.ts'
import { ok } from '../../../shared/base/result.ts'
import type { Handlers } from '../request-context.ts'

type DumpChannels = Extract<keyof Handlers, `dumps.${string}`>

export function dumpHandlers(
  dumps: DumpService,
  far: FarDumpService,
  compressor: DumpCompressor,
): Pick<Handlers, DumpChannels> {
  const dumpsOf = (target: TargetRef) => (isFar(target) ? far : dumps)
  return {
    'dumps.suggest': (request) => dumpsOf(request.target).suggest(request),
    'dumps.check': (request) => dumpsOf(request.target).check(request),
    'dumps.start': (request) => dumpsOf(request.target).start(request),
    'dumps.result': ({ jobId }) => (far.has(jobId) ? far : dumps).result(jobId),
    'dumps.fetch': ({ jobId }) => far.fetch(jobId),
    'dumps.left': ({ machineId }) => far.left(machineId),
    'dumps.removeFar': ({ jobId }) => far.remove(jobId),
    'dumps.removePartial': ({ jobId }) => dumps.removePartial(jobId),
    'dumps.report': ({ jobId }) => dumps.report(jobId),
    'dumps.compressionFormats': () => ok(compressionFormats()),
    'dumps.compress': ({ fileId, format }) => compressor.start(fileId, format),
  }
}

/** On another machine, where other checks and another file system are asked. */
export function isFar(ref: TargetRef): boolean {
  return ref.kind === 'process' && machineNameOfKey(ref.key) !== null
}
