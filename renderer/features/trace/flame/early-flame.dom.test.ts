import { describe, expect, it } from 'vitest'
import { DiagnosticsError } from '../../../../shared/base/errors.ts'
import type { Reply } from '../../../../shared/contract/index.ts'
import { wholeTrace } from '../../../../shared/model/trace/trace-selection.ts'
import type { TraceSummary } from '../../../../shared/model/trace/trace.ts'
import type { TraceTarget } from '../../../store/navigation-slice.ts'
import { installFakeBridge } from '../../../testing/fake-bridge.ts'
import { selectionAtFirst } from '../view/selection-at-first.ts'
import { EarlyFlame } from './early-flame.ts'
import { flameQuestion, wholeFlame } from './flame-question.ts'

const summaryWith = (running: number): TraceSummary =>
  ({
    samples: { running, spinning: 0, waiting: 5, idle: 0, unknown: 0 },
    target: { runtimeVersion: '10.0.1' },
  }) as TraceSummary

const target: Pick<TraceTarget, 'documentId' | 'link'> = { documentId: 'trace-2' }
const summary = summaryWith(100)
const reply = { sampleCount: 100 } as Reply<'traces.flame'>

function requestOf(widthPx: number, search = '', documentId = 'trace-2') {
  return { documentId, question: flameQuestion(selectionAtFirst(target, summary), wholeFlame, widthPx, search) }
}

/** As if a graph 700 px wide had been shown in another document. */
function seen(): EarlyFlame {
  const early = new EarlyFlame()
  expect(early.take(requestOf(700, '', 'trace-1'))).toBeNull()
  return early
}

describe('the flame graph that is asked for early', () => {
  it('is what its tab asks for when a file is opened, as wide as the last one was', async () => {
    const bridge = installFakeBridge({ 'traces.flame': () => reply })
    const early = seen()
    early.ask(target, summary)
    expect(bridge.requestsOf('traces.flame')).toEqual([requestOf(700)])
    expect(bridge.requestsOf('traces.flame')[0]!.question.selection).toMatchObject({
      ...wholeTrace,
      classes: ['running'],
    })
    expect(await early.take(requestOf(700))).toBe(reply)
    // Whoever asks again wants it anew.
    expect(early.take(requestOf(700))).toBeNull()
  })

  it('is not asked for where none was looked at, where there is none, and where it would keep others waiting', () => {
    const bridge = installFakeBridge({ 'traces.flame': () => reply })
    new EarlyFlame().ask(target, summary)
    const early = seen()
    early.ask(target, { ...summary, samples: { running: 0, spinning: 0, waiting: 0, idle: 0, unknown: 0 } })
    early.ask(target, summaryWith(1_000_000))
    expect(bridge.requestsOf('traces.flame')).toEqual([])
  })

  it('is nobody’s once something else was asked, or its document is closed', () => {
    installFakeBridge({ 'traces.flame': () => reply })
    const early = seen()
    early.ask(target, summary)
    expect(early.take(requestOf(700, '', 'trace-1'))).toBeNull()
    expect(early.take(requestOf(700, 'Sort'))).toBeNull()
    expect(early.take(requestOf(700))).toBeNull()
    early.ask(target, summary)
    early.forget('trace-1')
    early.forget('trace-2')
    expect(early.take(requestOf(700))).toBeNull()
  })

  it('is asked for again by its tab when it could not be answered', async () => {
    let failed = 0
    installFakeBridge({
      'traces.flame': () => {
        failed++
        throw new DiagnosticsError({ kind: 'timeout', operation: 'flame', timeoutMs: 1 })
      },
      'log.write': () => null,
    })
    const early = seen()
    early.ask(target, summary)
    await expect.poll(() => early.take(requestOf(700))).toBeNull()
    expect(failed).toBe(1)
  })
})
