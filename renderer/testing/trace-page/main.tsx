import { FrameWatch } from './frame-watch.ts'
import { createRoot } from 'react-dom/client'
import { must } from '../../../shared/base/assert.ts'
import type { ChannelName } from '../../../shared/contract/index.ts'
import { TraceScreen } from '../../features/trace/trace-screen.tsx'
import { defaultMetrics } from '../../ui/metrics.ts'
import { UiProvider } from '../../ui/provider.tsx'
import { FakeBridge, type FakeHandlers, installFakeBridge } from '../fake-bridge.ts'
import '../../app/theme/theme.css'

/** For bench/trace-page. */
const target = { documentId: 'trace-1', path: '/srv/app/made.nettrace', name: 'made.nettrace', sizeBytes: 1e9 }
const asked = [
  'summary',
  'overview',
  'timeline',
  'table',
  'eventMatches',
  'eventWords',
  'flame',
] as const satisfies readonly string[]

/** On a thread of its own: reading text is not what the page does in the app. What comes from there is copied, as what comes from main. */
const asking = new Worker(new URL('asking-worker.ts', import.meta.url), { type: 'module' })
const waiting = new Map<number, (reply: never) => void>()
asking.addEventListener('message', ({ data }: MessageEvent<{ readonly id: number; readonly reply: never }>) => {
  waiting.get(data.id)?.(data.reply)
  waiting.delete(data.id)
})
let askedCount = 0

function ask(channel: string, request: unknown): Promise<never> {
  const id = askedCount++
  return new Promise((resolve) => {
    waiting.set(id, resolve)
    asking.postMessage({ id, url: `/ask?channel=${channel}&request=${encodeURIComponent(JSON.stringify(request))}` })
  })
}

const answers = Object.fromEntries(
  asked.map((name) => [`traces.${name}`, (request: unknown) => ask(name, request)]),
) as FakeHandlers
const bridge: FakeBridge = installFakeBridge({
  ...answers,
  'traces.progress': () => ({
    readBytes: 1,
    totalBytes: 1,
    revision: 0,
    isGrowing: false,
    jobId: null,
    lastMs: 0,
    isReading: false,
    isAnswering: false,
    detailBytes: 1,
  }),
  'traces.marks': () => [],
  'traces.views': () => [],
  'traces.close': () => null,
})

createRoot(must(document.getElementById('root'), 'the page has it')).render(
  <UiProvider metrics={defaultMetrics} copyText={() => undefined}>
    <TraceScreen target={target} />
  </UiProvider>,
)

const count = (channel: ChannelName): number => bridge.calls.filter((call) => call.channel === channel).length
const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))

async function until<Found>(look: () => Found | null): Promise<Found> {
  for (;;) {
    const found = look()
    if (found !== null) return found
    await frame()
  }
}

function chooseTab(name: string): void {
  const tab = [...document.querySelectorAll<HTMLElement>('[role="tab"]')].find((one) =>
    one.textContent.startsWith(name),
  )
  must(tab ?? null, `the tab ${name}`).click()
}

async function inFrames(seconds: number, step: (at: number) => void): Promise<unknown> {
  const watch = new FrameWatch()
  const startMs = performance.now()
  for (let at = 0; performance.now() - startMs < seconds * 1000; at++) {
    await watch.frame(() => step(at))
  }
  return watch.figures()
}

/** In, along, up and down the rows, and out again: a turn of the wheel in each frame. */
async function moveTimeline(seconds: number): Promise<unknown> {
  const plot = await until(() => document.querySelector<HTMLElement>('[aria-roledescription="timeline"]'))
  const others = [...document.querySelectorAll('button')].find(({ textContent }) => / other threads/.test(textContent))
  must(others ?? null, 'rows of the other threads').click()
  const before = count('traces.timeline')
  const figures = await inFrames(seconds, (at) => {
    const turn = at % 360
    const { left, top, width, height } = plot.getBoundingClientRect()
    const isZoom = turn < 120 || turn >= 240
    plot.dispatchEvent(
      new WheelEvent('wheel', {
        bubbles: true,
        cancelable: true,
        clientX: left + width * (0.3 + 0.4 * ((at / 360) % 1)),
        clientY: top + height / 2,
        ctrlKey: isZoom,
        deltaY: isZoom ? (turn < 120 ? -40 : 40) : turn < 180 ? 30 : -30,
        deltaX: isZoom ? 0 : 25,
      }),
    )
  })
  return { ...(figures as object), answers: count('traces.timeline') - before }
}

const eventsGrid = (): Promise<HTMLElement> =>
  until(() => document.querySelector<HTMLElement>('[role="grid"][aria-label="Events"]'))
const lastTopOf = (grid: HTMLElement): number => grid.scrollHeight - grid.clientHeight

/** By wheel, row by row, or by the thumb over all of them. */
async function scrollEvents(by: 'wheel' | 'thumb', seconds: number): Promise<unknown> {
  const grid = await eventsGrid()
  const last = lastTopOf(grid)
  return inFrames(seconds, (at) => {
    if (by === 'wheel') grid.scrollTop += 60
    else grid.scrollTop = last * ((at % 300) / 300)
  })
}

/** How many there are, once the last one is drawn. */
async function scrollToLast(): Promise<number> {
  const grid = await eventsGrid()
  grid.scrollTop = lastTopOf(grid)
  const rowCount = Number(grid.getAttribute('aria-rowcount')) - 1
  await until(() => grid.querySelector(`[aria-rowindex="${String(rowCount + 1)}"]`))
  return rowCount
}

/** From the click to the rows. */
async function openEvents(): Promise<number> {
  const startMs = performance.now()
  chooseTab('Events')
  await until(() => document.querySelector('[role="grid"][aria-label="Events"] [role="gridcell"]'))
  return (await frame()) - startMs
}

Object.assign(window, { moveTimeline, scrollEvents, openEvents, scrollToLast })
