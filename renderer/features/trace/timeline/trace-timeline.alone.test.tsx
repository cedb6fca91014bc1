import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TraceTimelineQuestion } from '../../../../shared/model/trace/trace-timeline.ts'
import type { TraceSummary } from '../../../../shared/model/trace/trace.ts'
import { type TraceSelection, wholeTrace } from '../../../../shared/model/trace/trace-selection.ts'
import { installFakeBridge } from '../../../testing/fake-bridge.ts'
import { giveLayout } from '../../../testing/layout.ts'
import { renderUi, resetStore } from '../../../testing/render.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { TraceViewProvider, type WholeTraceView } from '../view/trace-view-provider.tsx'
import { timelineFor } from './testing.ts'
import { TraceTimeline } from './trace-timeline.tsx'

beforeEach(() => {
  giveLayout()
  resetStore()
})

afterEach(() => vi.unstubAllGlobals())

vi.mock(import('../../../ui/icon.tsx'), { spy: true })

/** The plot is 800 px wide and 1000 ms long, which begin at the left edge of the window. */
function open(threadCount = 6, first: TraceSelection = wholeTrace) {
  const asked: TraceTimelineQuestion[] = []
  const page = {
    lastMs: 1000,
    isAnswering: Promise.resolve(),
    grow: (_lastMs: number): void => undefined,
  }
  const selected: TraceSelection[] = []
  installFakeBridge({
    'traces.timeline': async ({ question }) => {
      asked.push(question)
      const answer = timelineFor(question, threadCount, page.lastMs)
      await page.isAnswering
      return answer
    },
    'traces.marks': () => [],
  })
  function Page() {
    const [selection, select] = useState(first)
    const [lastMs, setLastMs] = useState(1000)
    useEffect(() => {
      page.grow = (next) => {
        page.lastMs = next
        setLastMs(next)
      }
    }, [])
    const value: Partial<WholeTraceView> = {
      target: { documentId: 'trace-1', path: '/x/a.nettrace', name: 'a.nettrace', sizeBytes: 1 },
      summary: { firstEventMs: 0, lastEventMs: 1000, startUnixMs: 0, samplingIntervalMs: 1 } as TraceSummary,
      revision: lastMs,
      growth: {
        jobId: null,
        lastMs,
        followMs: null,
        readShare: null,
        detailShare: null,
        isOver: false,
        readBytes: 0,
        follow: () => undefined,
      },
      selection,
      select: (next: TraceSelection) => {
        selected.push(next)
        select(next)
      },
    }
    return (
      <TraceViewProvider value={value as WholeTraceView}>
        <TraceTimeline />
      </TraceViewProvider>
    )
  }
  const rendered = renderUi(<Page />)
  return { asked, selected, page, ...rendered }
}

const plot = () => screen.getByRole('application', { name: 'Timeline' })
const rows = () => within(screen.getByRole('table', { name: 'Rows of the timeline' })).getAllByRole('rowheader')
const threadNames = () => screen.getAllByRole('button', { name: /^Thread \d+$/ }).map((button) => button.textContent)
const live = () => document.querySelector('[aria-live="polite"]')?.textContent ?? ''

function drag(from: readonly [number, number], to: readonly [number, number], options: { shiftKey?: boolean } = {}) {
  plot().setPointerCapture = () => undefined
  const at = ([clientX, clientY]: readonly [number, number]) => ({ clientX, clientY, pointerId: 1, ...options })
  fireEvent.pointerDown(plot(), { ...at(from), button: 0 })
  fireEvent.pointerMove(plot(), { ...at([(from[0] + to[0]) / 2, to[1]]), buttons: 1 })
  fireEvent.pointerMove(plot(), { ...at(to), buttons: 1 })
  fireEvent.pointerUp(plot(), at(to))
}

describe('the timeline of a trace', () => {
  it('shows the busiest threads, the others in one row, and a row for each track of the file', async () => {
    const { asked } = open()
    await screen.findByRole('button', { name: 'Thread 100' })
    const named = [
      'All threads',
      'Thread 100',
      'Thread 101',
      'Thread 102',
      'Thread 103',
      '2 other threads',
      'GC',
      'Exceptions',
      'CPU Usage',
    ]
    // Ten of them in a frame.
    await waitFor(() => expect(rows().map((row) => row.textContent)).toEqual(named))
    // For the first picture one question is enough: the summary tells the interval of the samples.
    expect(asked).toHaveLength(1)
    expect(asked[0]?.threads).toEqual({ order: 'busiest', search: '', pinned: [], offset: 0, count: 4 })
    expect(asked.every(({ selection }) => selection === asked[0]!.selection || selection.range === null)).toBe(true)
  })

  it('draws neither heads that say the same nor its tools anew when the recording has grown', async () => {
    const { asked, page } = open()
    await screen.findByRole('button', { name: 'Thread 100' })
    vi.mocked(Icon).mockClear()
    await act(async () => page.grow(2000))
    await waitFor(() => expect(asked.at(-1)?.range?.toMs).toBeGreaterThan(1000))
    await act(async () => undefined)
    expect(Icon).not.toHaveBeenCalled()
  })

  it('keeps its bins when a pane beside it opens or closes, and asks for others when little of it is left', async () => {
    const resized: (() => void)[] = []
    class Observer {
      constructor(onResize: (entries: readonly unknown[]) => void) {
        resized.push(() => onResize([]))
      }
      observe = (): void => undefined
      unobserve = (): void => undefined
      disconnect = (): void => undefined
    }
    vi.stubGlobal('ResizeObserver', Observer)
    const { asked } = open()
    await screen.findByRole('button', { name: 'Thread 100' })
    const become = (widthPx: number): void => {
      Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, value: widthPx })
      act(() => {
        for (const tell of resized) tell()
      })
    }
    become(580)
    become(800)
    expect(asked).toHaveLength(1)
    become(300)
    await waitFor(() => expect(asked).toHaveLength(2))
    expect(asked[1]!.binCount).toBeLessThan(asked[0]!.binCount)
  })

  it('selects a range by dragging, moves its ends and the range itself, and lets it go by Escape', async () => {
    const { selected, user } = open()
    await screen.findByRole('button', { name: 'Thread 100' })
    drag([80, 60], [400, 62])
    const rounded = () => {
      const range = selected.at(-1)?.range ?? null
      return range === null ? null : [Math.round(range.fromMs), Math.round(range.toMs)]
    }
    expect(rounded()).toEqual([100, 500])
    drag([400, 60], [600, 60])
    expect(rounded()).toEqual([100, 750])
    // The label is in the middle of the range, in the ruler.
    drag([340, 8], [420, 8])
    expect(rounded()).toEqual([200, 850])
    plot().focus()
    await user.keyboard('{Escape}')
    expect(rounded()).toBeNull()
  })

  it('zooms to the pointer by the wheel and asks for the stretch in sight with room around it', async () => {
    const { asked } = open()
    await screen.findByRole('button', { name: 'Thread 100' })
    // The test page gives wheel events no place.
    const notch = createEvent.wheel(plot(), { deltaY: -770 })
    Object.defineProperty(notch, 'clientX', { value: 400 })
    fireEvent(plot(), notch)
    await waitFor(() => expect(asked.at(-1)!.range!.fromMs).toBeGreaterThan(100))
    const { fromMs, toMs } = asked.at(-1)!.range!
    expect((fromMs + toMs) / 2).toBeCloseTo(500, 0)
    expect(toMs - fromMs).toBeLessThan(600)
  })

  it('selects threads by their names; once more takes it back, Control adds', async () => {
    const { selected, user } = open()
    await user.click(await screen.findByRole('button', { name: 'Thread 101' }))
    expect(selected.at(-1)?.threads).toEqual([101])
    await user.keyboard('{Control>}')
    await user.click(screen.getByRole('button', { name: 'Thread 103' }))
    await user.keyboard('{/Control}')
    expect(selected.at(-1)?.threads).toEqual([101, 103])
    expect(screen.getByRole('button', { name: 'Thread 103' }).getAttribute('aria-pressed')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Thread 103' }))
    expect(selected.at(-1)?.threads).toEqual([103])
    await user.click(screen.getByRole('button', { name: 'Thread 103' }))
    expect(selected.at(-1)?.threads).toBeNull()
  })

  it('is navigated by keyboard, says where it is, and selects by Shift, Enter and Space', async () => {
    const { asked, selected, user } = open()
    await screen.findByRole('button', { name: 'Thread 100' })
    const binMs = 1000 / asked.at(-1)!.binCount
    plot().focus()
    await user.keyboard('{ArrowDown}')
    expect(live()).toMatch(/^0\.000?\ss, Thread 100, Running: 4 samples$/)
    await user.keyboard('{ArrowRight}')
    expect(live()).toContain('Waiting: 4 samples')
    await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}')
    expect(selected).toEqual([])
    await user.keyboard('{/Shift}')
    expect(selected).toHaveLength(1)
    expect(selected[0]!.range!.toMs - selected[0]!.range!.fromMs).toBeCloseTo(2 * binMs, 0)
    await user.keyboard(' ')
    expect(selected.at(-1)?.threads).toEqual([100])
    // From the second bin to the end, the thread waits.
    await user.keyboard('{Enter}')
    expect(selected.at(-1)!.range!.fromMs).toBeCloseTo(binMs, 0)
    expect(selected.at(-1)!.range!.toMs).toBeCloseTo(1000, 0)
    await user.keyboard('{Escape}')
    expect(selected.at(-1)).toMatchObject({ range: null, threads: [100] })
    await user.keyboard('{Escape}')
    expect(selected.at(-1)).toMatchObject({ range: null, threads: null })
  })

  it('selects the block under the pointer by a double click', async () => {
    const { selected } = open()
    await screen.findByRole('button', { name: 'Thread 100' })
    // The pause: GC is the row behind all threads, four threads and the others.
    fireEvent.dblClick(plot(), { clientX: 404, clientY: 20 + 34 + 4 * 21 + 19 + 10 })
    expect(selected.at(-1)?.range).toEqual({ fromMs: 500, toMs: 510 })
  })

  it('zooms and moves by W, A, S and D, and to the selected range by F', async () => {
    const { asked, user } = open(6, { ...wholeTrace, range: { fromMs: 400, toMs: 500 } })
    await screen.findByRole('button', { name: 'Thread 100' })
    plot().focus()
    await user.keyboard('f')
    await waitFor(() => expect(asked.at(-1)!.range!.toMs).toBeLessThan(600))
    const { fromMs } = asked.at(-1)!.range!
    await user.keyboard('d')
    await waitFor(() => expect(asked.at(-1)!.range!.fromMs).toBeGreaterThan(fromMs))
    await user.keyboard('{s>12/}')
    await waitFor(() => expect(asked.at(-1)!.range!.fromMs).toBeLessThan(1))
  })

  it('asks only for the rows in sight of thousands of threads, finds them and pins them', async () => {
    const { asked, user } = open(5000)
    await user.click(await screen.findByRole('button', { name: /996 other threads$/ }))
    await waitFor(() => expect(asked.at(-1)!.threads.count).toBeGreaterThan(20))
    expect(asked.at(-1)!.threads.count).toBeLessThanOrEqual(96)
    expect(screen.getAllByRole('button', { name: /^Thread \d+$/ }).length).toBeLessThan(60)
    await user.click(screen.getByRole('button', { name: 'Find threads' }))
    await user.keyboard('4711')
    await screen.findByRole('button', { name: 'Thread 4711' })
    expect(screen.queryByRole('button', { name: 'Thread 100' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Pin Thread 4711' }))
    await user.click(screen.getByRole('button', { name: 'Show every thread' }))
    await waitFor(() => expect(asked.at(-1)!.threads).toMatchObject({ search: '', pinned: [4711] }))
    await waitFor(() => expect(threadNames().slice(0, 2)).toEqual(['Thread 4711', 'Thread 100']))
  })

  it('keeps all of a recording in sight while it grows, and a stretch that is zoomed to where it is', async () => {
    const { asked, page, user } = open(6, { ...wholeTrace, range: { fromMs: 400, toMs: 500 } })
    await screen.findByRole('button', { name: 'Thread 100' })
    act(() => page.grow(3000))
    await waitFor(() => expect(asked.at(-1)!.range!.toMs).toBeGreaterThanOrEqual(3000))
    plot().focus()
    await user.keyboard('f')
    await waitFor(() => expect(asked.at(-1)!.range!.toMs).toBeLessThan(700))
    const { range } = asked.at(-1)!
    const count = asked.length
    act(() => page.grow(4000))
    await waitFor(() => expect(asked.length).toBeGreaterThan(count))
    expect(asked.at(-1)!.range).toEqual(range)
  })

  it('is no longer than what it has an answer for, while a file is read', async () => {
    const { asked, page, selected } = open()
    await screen.findByRole('button', { name: 'Thread 100' })
    const selectedToMs = (): number => {
      drag([400, 60], [799, 62])
      return selected.at(-1)!.range!.toMs
    }
    const answers: (() => void)[] = []
    page.isAnswering = new Promise((resolve) => answers.push(resolve))
    const count = asked.length
    act(() => page.grow(3000))
    await waitFor(() => expect(asked.length).toBeGreaterThan(count))
    expect(selectedToMs()).toBeLessThanOrEqual(1000)
    answers[0]!()
    await waitFor(() => expect(asked.at(-1)!.range!.toMs).toBeGreaterThanOrEqual(3000))
    await act(() => new Promise((resolve) => setTimeout(resolve, 0)))
    expect(selectedToMs()).toBeGreaterThan(2900)
  })

  it('hides tracks and folds to one row', async () => {
    const { user } = open()
    await screen.findByRole('button', { name: 'Thread 100' })
    await user.click(screen.getByRole('button', { name: 'Timeline options' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'GC' }))
    await waitFor(() => expect(rows().map((row) => row.textContent)).not.toContain('GC'))
    if (screen.queryByRole('menu') === null) await user.click(screen.getByRole('button', { name: 'Timeline options' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Fold to one row' }))
    await waitFor(() => expect(rows().map((row) => row.textContent)).toEqual(['All threads']))
  })

  it('never calls samples CPU time', async () => {
    const { container } = open()
    await screen.findByRole('button', { name: 'Thread 100' })
    const table = screen.getByRole('table', { name: 'Rows of the timeline' })
    expect(container.textContent.replace('CPU Usage', '').replaceAll(table.textContent, '')).not.toMatch(/CPU/)
    expect(screen.getByTitle('Each sample shows where a thread was, not that it used the CPU')).toBeTruthy()
  })
})
