import type { DumpService } from '../../diagnostics/dumps/dump-service.ts'
import { compressionFormats, type DumpCompressor } from '../../diagnostics/dumps/compress-dump.ts'
import { ok } from '../../../shared/base/result.ts'
import type { Handlers } from '../request-context.ts'

type DumpChannels = Extract<keyof Handlers, `dumps.${string}`>

export function dumpHandlers(dumps: DumpService, compressor: DumpCompressor): Pick<Handlers, DumpChannels> {
  return {
    'dumps.suggest': (request) => dumps.suggest(request),
    'dumps.check': (request) => dumps.check(request),
    'dumps.start': (request) => dumps.start(request),
    'dumps.result': ({ jobId }) => dumps.result(jobId),
    'dumps.removePartial': ({ jobId }) => dumps.removePartial(jobId),
    'dumps.report': ({ jobId }) => dumps.report(jobId),
    'dumps.compressionFormats': () => ok(compressionFormats()),
    'dumps.compress': ({ fileId, format }) => compressor.start(fileId, format),
  }
}
