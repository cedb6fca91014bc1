import { err, ok, type Result } from '../../../shared/base/result.ts'
import { readCounterFile } from '../../analysis/imports/counter-file.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import { serveWorker } from '../serve-worker.ts'
import { readFileInSteps } from '../trace/read-file.ts'
import { RuleEvents } from './rule-events.ts'
import type { Hit, RulesProtocol, RulesQuestions } from './rules-protocol.ts'

/** A file comes in large pieces: what happened in it has to keep its times. */
const scannedSpanMs = 50
/** Some 250,000 values: thirty counters every second for two hours. The objects of a JSON text take several times its size in the thread. */
const mostCounterBytes = 24 * 1024 * 1024

/** Entry of the thread that looks for the events of rules: carries messages, knows nothing. */
serveWorker<RulesProtocol>(({ send }) => {
  const streams = new Map<number, RuleEvents>()
  const tell = (stream: number, hits: readonly Hit[]): void => {
    if (hits.length > 0) send({ kind: 'hits', stream, hits })
  }
  return {
    questions: {
      scan: (request, { signal }) => scan(request, signal),
      'counter-file': ({ path }, { signal }) => counterFile(path, signal),
    },
    onMessage: (message) => {
      if (message.kind === 'begin') streams.set(message.stream, new RuleEvents(message.conditions))
      else if (message.kind === 'end') {
        tell(message.stream, streams.get(message.stream)?.end() ?? [])
        streams.delete(message.stream)
        send({ kind: 'ended', stream: message.stream })
      } else {
        for (const { stream, bytes } of message.pieces) streams.get(stream)?.push(new Uint8Array(bytes))
        // At once: a rule that acts on the first would skip the others by its limits.
        for (const stream of new Set(message.pieces.map((piece) => piece.stream)))
          tell(stream, streams.get(stream)?.take() ?? [])
      }
    },
    onClose: () => streams.clear(),
  }
})

async function counterFile(
  path: string,
  signal: AbortSignal,
): Promise<Result<RulesQuestions['counter-file']['gets'], AppError>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  const read = await readFileInSteps(path, (chunk) => {
    bytes += chunk.length
    if (bytes <= mostCounterBytes) chunks.push(chunk.slice())
    return !signal.aborted && bytes <= mostCounterBytes
  })
  if (bytes > mostCounterBytes) return err({ kind: 'import-too-large', what: 'bytes', limit: mostCounterBytes })
  if (!read.ok) return read
  return readCounterFile(Buffer.concat(chunks).toString('utf8'))
}

async function scan(
  { path, conditions, maxHits }: RulesQuestions['scan']['asks'],
  signal: AbortSignal,
): Promise<Result<RulesQuestions['scan']['gets'], AppError>> {
  const events = new RuleEvents(conditions, scannedSpanMs)
  const hits: Hit[] = []
  const read = await readFileInSteps(path, (chunk) => {
    events.push(chunk)
    for (const hit of events.take()) if (hits.length <= maxHits) hits.push(hit)
    return !signal.aborted
  })
  if (!read.ok) return read
  hits.push(...events.end())
  return ok({ hits: hits.slice(0, maxHits), isCut: hits.length > maxHits })
}
