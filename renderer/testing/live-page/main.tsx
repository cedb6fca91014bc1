import { createRoot } from 'react-dom/client'
import { must } from '../../../shared/base/assert.ts'
import { laneCodes, writeLanesFrame, writeValuesFrame } from '../../../shared/frames/live-frame.ts'
import { asLiveId, asPid, asProcessKey } from '../../../shared/model/ids.ts'
import type { LiveStatus } from '../../../shared/model/live.ts'
import { defaultSettings } from '../../../shared/model/settings.ts'
import { App } from '../../app/app.tsx'
import { startPage } from '../../app/start-page.ts'
import { frameLoop } from '../../canvas/frame-loop.ts'
import { appStore } from '../../store/create-store.ts'
import { installFakeBridge } from '../fake-bridge.ts'
import { testRow } from '../rows.ts'
import { loadScene, webScene, type Scene } from './scenes.ts'
import '../../app/theme/theme.css'

/**
 * The whole page with scripted live data instead of main: for bench/live-render and for looking at pictures. Query: `scene`
 * (web, load, blank), `series`, `hz`, `charts`, `theme`, `minutes` of history to start with. Not part of the app's build.
 */
const query = new URLSearchParams(location.search)
const sceneName = query.get('scene') ?? 'web'
const hz = Number(query.get('hz') ?? 1)
const intervalMs = 1000 / hz
const startMs = Date.now()
const historyMs = Number(query.get('minutes') ?? 5) * 60_000
const scene: Scene = sceneName === 'load' ? loadScene(Number(query.get('series') ?? 500)) : webScene(startMs)
const liveId = asLiveId('live-page')
const theme = query.get('theme')

const bridge = installFakeBridge({
  'live.open': () => ({ liveId }),
  'live.close': () => null,
  'live.addMark': (request) => ({ ...request, id: 'm2' }),
  'live.range': ({ seriesIndexes, fromMs, toMs, maxPoints }) => {
    const samples: [number, number][] = []
    const first = Math.max(fromMs, startMs - historyMs)
    const stepMs = Math.max(intervalMs, (toMs - first) / maxPoints)
    for (const index of seriesIndexes) {
      for (let time = Math.ceil(first / stepMs) * stepMs; time <= Math.min(toMs, Date.now()); time += stepMs) {
        if (!isInGap(time)) samples.push([index, time])
      }
    }
    return frameOf(samples, 1)
  },
})
bridge.settings = {
  ...defaultSettings,
  theme: theme === 'dark' || theme === 'hc' ? theme : 'light',
  ...(sceneName === 'load' ? { live: { 'live-page': loadBoard(Number(query.get('charts') ?? 8)) } } : {}),
}

function loadBoard(chartCount: number) {
  return {
    activeBoard: 'Load',
    extraProviders: [],
    boards: [
      {
        name: 'Load',
        layout: 'rows' as const,
        intervalMs: 100 as const,
        spanMs: 60_000,
        starred: [],
        charts: Array.from({ length: chartCount }, (_, i) => ({
          id: `load-${i}`,
          title: null,
          series: [
            {
              source: 'meter' as const,
              provider: 'Load',
              instrument: `load.gauge.${String(i).padStart(3, '0')}`,
              rawTags: null,
              measure: null,
              axis: 'left' as const,
            },
          ],
          scale: 'linear' as const,
          isStacked: false,
          counterMode: 'rate' as const,
          thresholds: [],
        })),
      },
    ],
  }
}

function isInGap(timeMs: number): boolean {
  return scene.gaps(timeMs).some((gap) => timeMs >= gap.fromMs && timeMs <= (gap.toMs ?? Infinity))
}

function frameOf(samples: readonly (readonly [number, number])[], revision: number): ArrayBuffer {
  return writeValuesFrame(
    {
      seriesIndex: Uint32Array.from(samples, ([index]) => index),
      timeMs: Float64Array.from(samples, ([, time]) => time),
      value: Float64Array.from(samples, ([index, time]) => scene.valueAt(index, time)),
    },
    samples.length,
    revision,
    0,
  )
}

/** A young collection every six seconds, each ninth a full one; a burst of exceptions now and then. */
function lanesOf(fromMs: number, toMs: number, revision: number): ArrayBuffer {
  const events: [lane: number, timeMs: number, durationMs: number, amount: number][] = []
  for (let n = Math.ceil(fromMs / 6000); n * 6000 <= toMs; n++) {
    const generation = n % 9 === 0 ? 2 : n % 3 === 0 ? 1 : 0
    if (!isInGap(n * 6000)) events.push([laneCodes.gc, n * 6000, [4, 12, 90][generation] ?? 4, generation])
  }
  for (let n = Math.ceil(fromMs / 2500); n * 2500 <= toMs; n++) {
    if (n % 4 === 1 && !isInGap(n * 2500)) events.push([laneCodes.exception, n * 2500, 0, 1 + (n % 3)])
  }
  return writeLanesFrame(
    {
      timeMs: Float64Array.from(events, (event) => event[1]),
      durationMs: Float64Array.from(events, (event) => event[2]),
      amount: Float32Array.from(events, (event) => event[3]),
      lane: Uint8Array.from(events, (event) => event[0]),
    },
    events.length,
    revision,
    0,
  )
}

function statusOf(nowMs: number): LiveStatus {
  return {
    liveId,
    processKey: asProcessKey('4121:1'),
    phase: 'live',
    intervalMs,
    problems: [],
    budget: { seriesCount: scene.series.length, seriesLimit: 1000, histogramCount: 1, histogramLimit: 10 },
    retention: {
      keptSinceMs: startMs - historyMs,
      memoryBytes: 12_000_000,
      diskBytes: 61_000_000,
      droppedSampleCount: 0,
    },
    bytesPerSecond: 38_000,
    lostEventCount: 0,
    firstSampleMs: startMs - historyMs,
    lastSampleMs: nowMs,
    exit: null,
  }
}

function feed(): void {
  const stream = bridge.stream('live.frames', liveId)
  stream.send({ kind: 'status', status: statusOf(startMs) })
  stream.send({ kind: 'catalog', instruments: scene.instruments, series: scene.series })
  stream.send({ kind: 'marks', marks: scene.marks(startMs), gaps: scene.gaps(startMs) })
  stream.send(lanesOf(startMs - historyMs, startMs, 1))
  let sentMs = Math.floor(Date.now() / intervalMs) * intervalMs
  let revision = 2
  setInterval(
    () => {
      const nowMs = Math.floor(Date.now() / intervalMs) * intervalMs
      if (nowMs <= sentMs) return
      for (let time = sentMs + intervalMs; time <= nowMs; time += intervalMs) {
        stream.send(
          frameOf(
            scene.series.map((series) => [series.index, time] as const),
            revision++,
          ),
        )
      }
      stream.send(lanesOf(sentMs + 1, nowMs, revision++))
      sentMs = nowMs
    },
    Math.min(intervalMs, 50),
  )
  setInterval(() => stream.send({ kind: 'status', status: statusOf(Date.now()) }), 1000)
}

/** Nothing but the frame loop, and as many blank layers as charts that are only shifted: what this machine can do at all. */
function showBlank(layerCount: number): void {
  const layers = Array.from({ length: layerCount }, (_, at) => {
    const layer = document.createElement('canvas')
    layer.width = innerWidth
    layer.height = Math.floor(innerHeight / Math.max(1, layerCount))
    layer.style.cssText = 'position:absolute;left:0;will-change:transform'
    layer.style.top = `${at * layer.height}px`
    layer.getContext('2d')?.fillRect(0, 0, 10, 10)
    document.body.append(layer)
    return layer
  })
  frameLoop.add({
    move: (nowMs) => {
      for (const layer of layers) layer.style.transform = `translateX(${-Math.round(nowMs / 60) % 64}px)`
    },
  })
}

function showLive(): void {
  startPage()
  createRoot(must(document.getElementById('root'), 'the page has it')).render(<App />)
  whenOpened('processes.rows', undefined, openTarget)
}

function openTarget(): void {
  const row = testRow(4121, { key: asProcessKey('4121:1'), name: 'live-page', entryAssembly: 'live-page' })
  bridge.stream('processes.rows').send({ kind: 'snapshot', revision: 1, rows: [row], isScanComplete: true })
  appStore
    .getState()
    .openLive({ kind: 'process', processKey: row.key, pid: asPid(4121), name: 'orders-api', isDemo: false })
  // The screen is loaded on demand; its stream opens a moment later.
  whenOpened('live.frames', liveId, feed)
}

function whenOpened(name: 'processes.rows' | 'live.frames', parameter: string | undefined, then: () => void): void {
  const waiting = setInterval(() => {
    try {
      bridge.stream(name, parameter)
    } catch {
      return
    }
    clearInterval(waiting)
    then()
  }, 20)
}

if (sceneName === 'blank') showBlank(Number(query.get('charts') ?? 8))
else showLive()

Object.assign(window, { frameStatistics: () => frameLoop.statistics(), resetFrames: () => frameLoop.resetStatistics() })
