import { rmSync } from 'node:fs'
import type { Page } from 'playwright'
import { launchApp } from '../../e2e/fixture/running-app.ts'
import { whenShellIsReady } from '../../e2e/fixture/shell-steps.ts'
import { startTarget } from '../../samples/start-target.ts'
import { hasDisplay, startVirtualDisplay } from '../../scripts/setup/display.mjs'
import { sampleTree } from '../measure/process-tree.ts'
import { floodProvider } from './runs.ts'
import { threadSeconds } from './thread-time.ts'
import { pause } from '../../main/os/pause.ts'

export interface AppRun {
  /** Of a core, while events flowed: the first thread of main, all of main, all renderers, the process that draws. */
  readonly mainThreadPercent: number
  readonly mainProcessPercent: number
  readonly rendererPercent: number
  readonly drawingPercent: number
  /** What the page does in its animation frames while Live is in front. */
  readonly frameWorkP99Ms: number
  readonly frameWorkMedianMs: number
  readonly frameCount: number
  /** Tasks of the page over 50 ms. */
  readonly longTaskCount: number
  readonly eventCount: number
  readonly lostCount: number
  readonly stopToVerifiedMs: number
}

interface Watched {
  readonly frames: readonly number[]
  readonly longTasks: number
}

/** The built app as a person has it: Live of the process in front, its flood recorded meanwhile. */
export async function recordInApp(seconds: number, threads: string): Promise<AppRun> {
  const display = hasDisplay() ? null : await startVirtualDisplay()
  if (display !== null) process.env['DISPLAY'] = display.display
  const app = await launchApp({ size: { width: 1440, height: 900 } })
  const target = await startTarget({ args: ['flood', `--flood-threads=${threads}`], env: app.targetEnvironment })
  try {
    const { page } = app
    await watchFrames(page)
    await page.reload()
    await whenShellIsReady(page)
    const row = page.locator(`[data-testid="process-row"][data-pid="${target.pid}"][data-state="ready"]`)
    await row.click({ timeout: 30_000 })
    await page.keyboard.press('Enter')
    await page.locator('[data-testid="live-view"][data-phase="live"]').waitFor()
    await page.keyboard.press('Control+3')
    await askForFlood(page)
    await page.keyboard.press('Control+Enter')
    await page
      .getByRole('group', { name: 'This recording' })
      .getByText(/so far/)
      .waitFor()
    await page.keyboard.press('Control+2')
    await page.locator('[data-testid="live-view"]:visible').waitFor()
    await pause(1500)
    const pid = app.application.process().pid ?? 0
    await page.evaluate('watched.frames.length = 0; watched.longTasks = 0')
    const from = reading(pid)
    await pause(seconds * 1000)
    const to = reading(pid)
    const { frames, longTasks } = await page.evaluate<Watched>('watched')
    await page.keyboard.press('Control+3')
    await page.getByRole('group', { name: 'This recording' }).waitFor()
    const stopMs = performance.now()
    await page.keyboard.press('Control+.')
    const result = page.getByRole('region', { name: 'Result' })
    await result.waitFor({ timeout: 60_000 })
    const stopToVerifiedMs = performance.now() - stopMs
    const fact = async (name: string): Promise<number> =>
      Number((await result.locator('dt', { hasText: name }).locator('+ dd').textContent())?.replaceAll(/\D/g, ''))
    const percent = (kind: 'thread' | 'main' | 'renderer' | 'gpu-process'): number =>
      (100 * (to[kind] - from[kind])) / ((to.timeMs - from.timeMs) / 1000)
    const sorted = [...frames].sort((a, b) => a - b)
    const quantile = (q: number): number => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0
    return {
      mainThreadPercent: percent('thread'),
      mainProcessPercent: percent('main'),
      rendererPercent: percent('renderer'),
      drawingPercent: percent('gpu-process'),
      frameWorkP99Ms: quantile(0.99),
      frameWorkMedianMs: quantile(0.5),
      frameCount: frames.length,
      longTaskCount: longTasks,
      eventCount: await fact('Events'),
      lostCount: await fact('Lost'),
      stopToVerifiedMs,
    }
  } catch (error) {
    console.error(error)
    throw error
  } finally {
    // First: a recording that still runs would be asked about.
    await target.dispose()
    await app.close()
    rmSync(app.folders.top, { recursive: true, force: true })
    display?.stop()
  }
}

/** Everything that runs in one animation frame counts for it, whoever asked for it. */
async function watchFrames(page: Page): Promise<void> {
  await page.addInitScript(`
    globalThis.watched = { frames: [], longTasks: 0 }
    const request = requestAnimationFrame.bind(globalThis)
    let current = -1
    globalThis.requestAnimationFrame = (callback) => request((nowMs) => {
      const startedMs = performance.now()
      try { callback(nowMs) } finally {
        const tookMs = performance.now() - startedMs
        if (current === nowMs) watched.frames[watched.frames.length - 1] += tookMs
        else watched.frames.push(tookMs)
        current = nowMs
      }
    })
    new PerformanceObserver((list) => { watched.longTasks += list.getEntries().length }).observe({ type: 'longtask' })
  `)
}

async function askForFlood(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Custom/ }).click()
  await page.getByRole('button', { name: 'Add provider' }).click()
  await page.getByRole('textbox', { name: 'Name of the provider' }).fill(floodProvider)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

function reading(pid: number) {
  const seconds = { main: 0, renderer: 0, 'gpu-process': 0 }
  for (const { kind, cpuSeconds } of sampleTree(pid)) if (kind in seconds) seconds[kind as 'main'] += cpuSeconds
  return { ...seconds, thread: threadSeconds(pid, pid), timeMs: performance.now() }
}
