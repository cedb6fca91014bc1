import { writeFileSync } from 'node:fs'
import { ok } from '../../../shared/base/result.ts'
import { serveWorker } from '../serve-worker.ts'
import { UnfinishedFile } from '../unfinished-files.ts'

/** A thread that does on demand what threads do to their client: the one of worker-client.test.ts. */
export interface TrialProtocol {
  readonly questions: {
    readonly echo: { readonly asks: string; readonly gets: string }
    /** Both numbers of bytes: what came and what goes back. */
    readonly double: { readonly asks: ArrayBuffer; readonly gets: ArrayBuffer }
    /** Reports each step and lets other messages in between; without an end until it is cancelled. */
    readonly count: { readonly asks: { readonly to: number }; readonly gets: number; readonly progress: number }
    /** Lets nothing in while it runs. */
    readonly block: { readonly asks: number; readonly gets: null }
    /** Writes `<path>.part` without an end, after `<path>`, which it does finish. */
    readonly write: { readonly asks: string; readonly gets: null }
    readonly crash: { readonly asks: string; readonly gets: null }
    readonly 'fill-memory': { readonly asks: null; readonly gets: null }
  }
  readonly toWorker: { readonly kind: 'note'; readonly text: string } | { readonly kind: 'hang' }
  readonly fromWorker:
    { readonly kind: 'noted'; readonly text: string } | { readonly kind: 'begun'; readonly text: string }
}

serveWorker<TrialProtocol>(({ send }) => ({
  questions: {
    echo: (text) => {
      send({ kind: 'begun', text })
      return ok(text)
    },
    double: (bytes) => ok(new ArrayBuffer(bytes.byteLength * 2)),
    count: async ({ to }, { signal, progress }) => {
      for (let at = 1; at <= to; at++) {
        progress(at)
        await new Promise((resolve) => setImmediate(resolve))
        if (signal.aborted) {
          send({ kind: 'noted', text: 'cancelled' })
          break
        }
      }
      return ok(to)
    },
    block: (durationMs) => {
      send({ kind: 'begun', text: 'block' })
      block(durationMs)
      return ok(null)
    },
    write: (path) => {
      const whole = new UnfinishedFile(path)
      writeFileSync(path, 'whole')
      whole.done()
      writeFileSync(new UnfinishedFile(`${path}.part`).path, 'half')
      send({ kind: 'begun', text: 'write' })
      block(600_000)
      return ok(null)
    },
    crash: (reason) => {
      throw new Error(reason)
    },
    'fill-memory': () => {
      const kept: unknown[] = []
      for (;;) kept.push({ kept: [...kept] })
    },
  },
  onMessage: (message) => {
    if (message.kind === 'hang') block(600_000)
    else send({ kind: 'noted', text: message.text })
  },
  onClose: () => undefined,
  transferOf: (outcome) => (outcome.ok && outcome.value instanceof ArrayBuffer ? [outcome.value] : []),
}))

function block(durationMs: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, durationMs)
}
